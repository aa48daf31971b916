import { Injectable } from '@nestjs/common';
import { Database } from './database.js';

/** What the files of the database hold beside its rows. */
@Injectable()
export class DatabaseFiles {
  constructor(private readonly database: Database) {}

  /**
   * Takes what was deleted out of the files of an embedded database. Those of another one are looked after by its server.
   */
  async scrub(): Promise<void> {
    await this.database.scrub();
  }
}
