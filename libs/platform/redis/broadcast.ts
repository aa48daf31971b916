import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { withTimeout } from '../concurrency/with-timeout.js';
import { PeriodicJob } from '../concurrency/periodic-job.js';
import { RedisConnections } from './redis-connections.js';

const COMMAND_MS = 1_000;
const START_MS = 1_000;
/** How soon a connection is noticed that is open and silent. */
const PING_MS = 5_000;
/** How long an unsent message is kept. After that, caches have expired without it. */
const KEPT_MS = 10_000;
const KEPT_MESSAGES = 1_000;

interface Message {
  readonly channel: string;
  readonly text: string;
}

/** What a listener receives. */
export interface Listener {
  /** A message of another process, or of this one. The same may come again. */
  readonly onMessage: (message: string) => void;
  /** Messages may have been missed: everything that depends on them must be looked up again. */
  readonly onGap: () => void;
}

/**
 * Tells every process of the installation, over Redis pub/sub. A message may be lost or come twice; a listener that may have
 * missed one is notified (`onGap`). If only the publisher was cut off, there is no gap to notice: what it could not send it
 * sends when it is connected again, within 10 s. Without Redis nothing is sent, and a publisher does in its own process what
 * the message asks for in any case.
 */
@Injectable()
export class Broadcast implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Broadcast.name);
  private readonly publisher: Redis | undefined;
  private readonly subscriber: Redis | undefined;
  private readonly unsent = new LRUCache<string, Message>({ max: KEPT_MESSAGES, ttl: KEPT_MS });
  private readonly listeners = new Map<string, Listener[]>();
  private readonly heartbeat = new PeriodicJob(
    () => this.ping(),
    PING_MS,
    () => undefined,
  );

  constructor(private readonly connections: RedisConnections) {
    // A connection that owes a response longer than that is closed and opened again.
    const silence = { commandTimeout: COMMAND_MS, socketTimeout: COMMAND_MS };
    this.publisher = connections.open('publish', silence);
    this.publisher?.on('ready', () => this.sendAgain());
    this.subscriber = connections.open('subscribe', { ...silence, autoResubscribe: false, lazyConnect: true });
    this.subscriber?.on('ready', () => void this.subscribe());
    this.subscriber?.on('message', (channel: string, message: string) => {
      for (const { onMessage } of this.listeners.get(channel) ?? []) onMessage(message);
    });
  }

  /** Messages of this topic. To be called in a constructor: the application subscribes when it has been put together. */
  listen(topic: string, listener: Listener): void {
    const channel = this.connections.key(topic);
    this.listeners.set(channel, [...(this.listeners.get(channel) ?? []), listener]);
  }

  /** Gives the connections a moment, so that a command that publishes and ends is heard. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.listeners.size > 0) {
      this.subscriber?.connect().catch(() => undefined);
      if (this.subscriber !== undefined) this.heartbeat.start();
    }
    const { publisher } = this;
    if (publisher === undefined || publisher.status === 'ready') return;
    const ready = new Promise<void>((resolve) => publisher.once('ready', () => resolve()));
    await withTimeout(ready, START_MS, () => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.heartbeat.stop();
  }

  /** Resolves once Redis has it. If Redis is unavailable, that is logged and not thrown. */
  async publish(topic: string, message: string): Promise<void> {
    const channel = this.connections.key(topic);
    try {
      await this.publisher?.publish(channel, message);
    } catch (error) {
      this.unsent.set(`${channel} ${message}`, { channel, text: message });
      this.logger.warn(`${topic}: the other processes could not be notified, it is tried again: ${String(error)}`);
    }
  }

  /** Resolves where Redis answers. */
  async check(): Promise<void> {
    await this.publisher?.ping();
  }

  /** After each connect, the oldest first. What Redis had got in spite of the failure comes twice. */
  private sendAgain(): void {
    for (const [name, kept] of [...this.unsent.entries()].reverse()) {
      const sent = (): void => {
        // Not where it has been published once more meanwhile, and failed.
        if (this.unsent.peek(name) === kept) this.unsent.delete(name);
      };
      this.publisher?.publish(kept.channel, kept.text).then(sent, () => undefined);
    }
  }

  /** After each connect, since what was said meanwhile is lost. */
  private async subscribe(): Promise<void> {
    try {
      await this.subscriber?.subscribe(...this.listeners.keys());
      for (const { onGap } of [...this.listeners.values()].flat()) onGap();
    } catch {
      // The connection is gone again, or will be: its next 'ready' tries again.
      this.subscriber?.stream.destroy();
    }
  }

  private async ping(): Promise<boolean> {
    if (this.subscriber?.status === 'ready') await this.subscriber.ping();
    return false;
  }
}
