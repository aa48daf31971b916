export {
  AppConfig,
  type JwtConfig,
  type PostgresConfig,
  type QdrantConfig,
  type RedisConfig,
  type Secrets,
} from './config/app-config.js';
export { PLAN_NAMES, type PlanName } from './config/config-values.js';
export { readConfig } from './config/read-config.js';
export { DataDirectory } from './data-directory/data-directory.js';
export { Database } from './database/database.js';
export { platformSchema } from './database/platform.schema.js';
export { acceptanceOf } from './migrations/compatibility.js';
export type { ForgottenFeature } from './migrations/forget-feature.js';
export type { FeatureStatus, MigrationEntry, MigrationStatus } from './migrations/migration-status.js';
export type { MigrationDeclaration, Schema } from './migrations/schema.js';
export { DatabaseModule } from './database/database.module.js';
export { isUniqueViolation } from './database/database-errors.js';
export type { DatabaseTarget } from './database/database-target.js';
export { EmbeddedDatabase } from './database/embedded/embedded-database.js';
export { prepared } from './database/prepared.js';
export { postgresTarget } from './database/postgres-target.js';
export { findRowSecurityFaults } from './database/row-security.js';
export { TenantDb } from './database/tenant-db.js';
export { TENANT_ID_PATTERN, tenantId, type TenantId } from './database/tenant-id.js';
export { DomainError, type ErrorKind, type Fault } from './errors/domain-error.js';
export { ERROR_RESPONSES } from './errors/error-responses.js';
export { formatId, newUuid, parseId, timeOfUuid } from './ids/resource-id.js';
export { BackgroundWork } from './jobs/background-work.js';
export { JobQueue } from './jobs/job-queue.js';
export type { JobHandler, JobType } from './jobs/job-type.js';
export { JobsModule } from './jobs/jobs.module.js';
export { jobsSchema } from './jobs/jobs.schema.js';
export { EventCatalog } from './events/event-catalog.js';
export { EventHandler, type EventSubscription } from './events/event-handler.js';
export { EventLog } from './events/event-log.js';
export { eventType, type EventContent, type EventType } from './events/event-type.js';
export { OutboxModule, type OutboxOptions } from './outbox/outbox.module.js';
export { Observations } from './outbox/observations.js';
export { OutboxRetention } from './outbox/outbox-retention.js';
export { Outbox } from './outbox/outbox.js';
export { OutboxRelay } from './outbox/outbox-relay.js';
export { outboxJobs, outboxSchema } from './outbox/outbox.schema.js';
export type { EventHeader, StoredEvent } from './events/stored-event.js';
export { PeriodicJob } from './jobs/periodic-job.js';
export { workerFile } from './jobs/worker-file.js';
export { Caller, Public, PUBLIC_ROUTE, RequireCredential, RequireScope, Tenant } from './auth/auth.decorators.js';
export { ALSO_OUT_OF_CALLS, API_PATH } from './auth/call-metadata.js';
export type { Principal } from './auth/principal.js';
export { ScopeGuard } from './auth/scope.guard.js';
export { TenantGuard } from './auth/tenant.guard.js';
export { Clock } from './clock/clock.js';
export { ClockModule } from './clock/clock.module.js';
export { Batcher } from './concurrency/batcher.js';
export { ConcurrencyLimiter } from './concurrency/concurrency-limiter.js';
export { FairSemaphore } from './concurrency/fair-semaphore.js';
export { SerialQueue } from './concurrency/serial-queue.js';
export { withTimeout } from './concurrency/with-timeout.js';
export { WriteBehindBuffer } from './concurrency/write-behind-buffer.js';
export { Answer, type AnswerParts } from './answers/answer.js';
export type { Warning } from './answers/answer.js';
export { IfMatch, Tagged } from './answers/etag.js';
export { fastifyOptions } from './http/fastify-options.js';
export { decodeCursor, encodeCursor } from './answers/cursor.js';
export { Draining } from './http/draining.js';
export { errorEnvelope, successEnvelope } from './answers/envelope.js';
export { HttpModule } from './http/http.module.js';
export { checkListenAddress, listenError, type ListenAddress } from './http/listen-address.js';
export { setUpHttp } from './http/http.setup.js';
export { parseJson } from './bodies/json-body.js';
export { Dependencies, type DependencyState } from './observability/health/dependencies.js';
export { NO_TENANT, WarmUp, type WarmUpRequest } from './warm-up/warm-up.js';
export { Degradations } from './observability/degradations.js';
export { AnswerHeaders, type Asked } from './answers/answer-headers.js';
export { Metrics } from './observability/metrics/metrics.js';
export { measureProcess } from './observability/metrics/process-metrics.js';
export { MetricsModule } from './observability/metrics/metrics.module.js';
export { Broadcast, type Listener } from './redis/broadcast.js';
export { RedisConnections } from './redis/redis-connections.js';
export { RedisModule } from './redis/redis.module.js';
export { currentTraceparent, inSpan, inStep } from './observability/tracing/span.js';
export { failureText } from './observability/logged-error.js';
export { createLogger, NestLogger } from './observability/logger.js';
export { dateTime, isStoredMoment, lastMomentOf } from './validation/date-time.js';
export { Field, QueryField, type FieldOptions } from './validation/field.decorator.js';
export type { FieldType } from './validation/field-type.js';
export {
  commaSeparated,
  flag,
  integer,
  listOf,
  number,
  oneOf,
  repeated,
  tenantIdField,
  text,
} from './validation/field-types.js';
export { jsonObject } from './validation/json-object.js';
export { codePoints } from './validation/text-rules.js';
export { ErrorItemDto } from './answers/envelope.dto.js';
export { Answers, AnswersNdjson, type AnswerOptions } from './answers/answers.decorator.js';
export { RequestValidationPipe } from './validation/request-validation.pipe.js';
export { MAX_FAULTS, unknownNames } from './validation/unknown-fields.js';
export { RequestStart } from './requests/request-start.decorator.js';
export { ConfigModule } from './config/config.module.js';
export type { Feature } from './feature.js';
export { MigrationAdmin } from './migration-admin.js';
export {
  callerSignal,
  currentRequestId,
  forAllCallers,
  forTenant,
  outsideRequests,
} from './requests/request-context.js';
export { Installation } from './installation.js';
export { PaginationDto } from './answers/pagination.dto.js';
export { installedRoot } from './installed-root.js';
export { Idempotency } from './idempotency/idempotency.js';
export { IdempotencyModule, idempotencySchema } from './idempotency/idempotency.module.js';
export { IdempotencyKey, Idempotent } from './idempotency/idempotent.decorator.js';
export type { IdempotentRequest } from './idempotency/idempotent-request.js';
export { NDJSON } from './bodies/ndjson.constants.js';
export { OnlyReads } from './requests/only-reads.decorator.js';
export { NdjsonBody, Streamed, StreamedNdjson } from './bodies/streamed.decorator.js';
