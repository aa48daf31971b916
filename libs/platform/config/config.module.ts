import { Module, type DynamicModule } from '@nestjs/common';
import { AppConfig } from './app-config.js';

/** Offers AppConfig everywhere. */
@Module({})
export class ConfigModule {
  static forRoot(config: AppConfig): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: AppConfig, useValue: config }],
      exports: [AppConfig],
    };
  }
}
