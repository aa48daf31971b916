import { Broadcast } from '@mneme/platform/redis';
import { Injectable } from '@nestjs/common';
import { ApiKeyLookup } from './api-key-lookup.js';

const TOPIC = 'keys.revoked';

/** Takes a key's end to every process: with Redis at once, without it when their look-ups run out after 10 s. */
@Injectable()
export class KeyRevocations {
  constructor(
    private readonly lookup: ApiKeyLookup,
    private readonly broadcast: Broadcast,
  ) {
    broadcast.listen(TOPIC, {
      onMessage: (keyId) => this.lookup.forget(keyId),
      onGap: () => this.lookup.forgetAll(),
    });
  }

  /** To be called once the change is committed. @param keyId the public part that the key is looked up by */
  async announce(keyId: string): Promise<void> {
    this.lookup.forget(keyId);
    await this.broadcast.publish(TOPIC, keyId);
  }
}
