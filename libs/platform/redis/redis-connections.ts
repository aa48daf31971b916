import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis, type RedisOptions } from 'ioredis';
import { AppConfig } from '../config/app-config.js';
import { Metrics } from '../observability/metrics/metrics.js';

const CONNECT_MS = 2_000;
const RETRY_MS = [50, 100, 200, 400, 800, 1_000] as const;
const MAX_RETRY_MS = 1_000;

/**
 * Opens connections to the Redis of REDIS_URL, none where it is not set. They reconnect by themselves within a second
 * and end with the application. Nothing waits for an unavailable Redis: a command fails at once (no offline queue), so
 * its caller must do without a response. Redis holds the only copy of nothing.
 */
@Injectable()
export class RedisConnections implements OnApplicationShutdown {
  private readonly logger = new Logger('Redis');
  private readonly opened = new Map<string, Redis>();

  constructor(
    private readonly config: AppConfig,
    metrics: Metrics,
  ) {
    const up = metrics.gauge('mneme_redis_up', 'Whether a connection to Redis is open (1) or not (0)', ['connection']);
    metrics.beforeCollect(() => {
      for (const [name, { status }] of this.opened) up.set({ connection: name }, status === 'ready' ? 1 : 0);
    });
  }

  /** Whether there is a Redis at all. */
  get configured(): boolean {
    return this.config.redis !== undefined;
  }

  /** A key or channel of this installation: `mneme:limits:…`. */
  key(...parts: readonly string[]): string {
    return [this.config.redis?.prefix ?? 'mneme', ...parts].join(':');
  }

  /**
   * A connection of one's own.
   * @param name what it is for, in logs and metrics; one a connection
   * @param options beside address, reconnection and the missing offline queue
   * @returns undefined where REDIS_URL is not set
   */
  open(name: string, options: RedisOptions = {}): Redis | undefined {
    const { redis } = this.config;
    if (redis === undefined) return undefined;
    const connection = new Redis(redis.url, {
      enableOfflineQueue: false,
      connectTimeout: CONNECT_MS,
      connectionName: `${redis.prefix}-${name}`,
      retryStrategy: (attempt) => RETRY_MS[attempt - 1] ?? MAX_RETRY_MS,
      ...options,
    });
    this.logOutages(name, connection);
    this.opened.set(name, connection);
    return connection;
  }

  /** The connection of this name, opened by the first call. */
  shared(name: string, options: RedisOptions = {}): Redis | undefined {
    return this.opened.get(name) ?? this.open(name, options);
  }

  onApplicationShutdown(): void {
    for (const connection of this.opened.values()) {
      // Another call gets a closed connection and not another attempt every second.
      connection.options.retryStrategy = () => null;
      connection.disconnect();
    }
  }

  /** One line when it goes and one when it is back. The driver's messages name host and port, never the password. */
  private logOutages(name: string, connection: Redis): void {
    let away = false;
    connection.on('error', (error: Error) => {
      if (!away) this.logger.warn(`the connection for ${name} failed, it is tried again: ${error.message}`);
      away = true;
    });
    connection.on('ready', () => {
      if (away) this.logger.warn(`the connection for ${name} is back`);
      away = false;
    });
  }
}
