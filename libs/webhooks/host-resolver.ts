import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { Injectable } from '@nestjs/common';

/** Turns a host name into addresses as the system does: hosts file, then DNS. */
@Injectable()
export class HostResolver {
  /** @throws Error where the name has no address */
  async resolve(hostname: string): Promise<LookupAddress[]> {
    return lookup(hostname, { all: true });
  }
}
