import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { RequestValidationPipe } from '../validation/request-validation.pipe.js';
import { UnknownInputInterceptor } from '../validation/unknown-input.interceptor.js';
import { AnswerHeaders } from '../answers/answer-headers.js';
import { ShutdownState } from './shutdown-state.js';
import { EnvelopeInterceptor } from '../answers/envelope.interceptor.js';

/** What every route goes through beside the guards, which the application orders. */
@Global()
@Module({
  providers: [
    AnswerHeaders,
    ShutdownState,
    { provide: APP_PIPE, useClass: RequestValidationPipe },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_INTERCEPTOR, useClass: UnknownInputInterceptor },
  ],
  exports: [AnswerHeaders, ShutdownState],
})
export class HttpModule {}
