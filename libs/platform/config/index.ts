export {
  AppConfig,
  type JudgeConfig,
  type JwtConfig,
  type PostgresConfig,
  type QdrantConfig,
  type RedisConfig,
  type Secrets,
} from './app-config.js';
export { PLAN_NAMES, type PlanName } from './app-config.js';
export { ConfigModule } from './config.module.js';
export { installedRoot, RELEASE } from './release.js';
export { readConfig } from './read-config.js';
