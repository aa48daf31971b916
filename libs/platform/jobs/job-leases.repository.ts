import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Which jobs are due, and who does them. All times are the database's, so that processes need not agree on the clock. */
@Injectable()
export class JobLeasesRepository {
  /**
   * Takes a job that is due and has no lease. A job that has never run is due.
   * @param holder UUID of the process
   * @param leaseMs until others may take it
   */
  async take(tx: EntityManager, name: string, holder: string, leaseMs: number): Promise<boolean> {
    const taken = await tx.query<unknown[]>(
      `INSERT INTO job_leases AS lease (name, due_at, holder, held_until)
       VALUES ($1, now(), $2, now() + $3::integer * interval '1 millisecond')
       ON CONFLICT ON CONSTRAINT job_leases_pk DO UPDATE
          SET holder = excluded.holder, held_until = excluded.held_until
        WHERE lease.due_at <= now() AND (lease.held_until IS NULL OR lease.held_until <= now())
       RETURNING lease.name`,
      [name, holder, leaseMs],
    );
    return taken.length > 0;
  }

  /** Prolongs the holder's lease. @returns false where somebody else has taken it meanwhile */
  async keep(tx: EntityManager, name: string, holder: string, leaseMs: number): Promise<boolean> {
    const [, kept] = await tx.query<[unknown[], number]>(
      `UPDATE job_leases SET held_until = now() + $3::integer * interval '1 millisecond'
        WHERE name = $1 AND holder = $2`,
      [name, holder, leaseMs],
    );
    return kept > 0;
  }

  /** Gives the holder's lease back. @param pauseMs until the job is due again */
  async release(tx: EntityManager, name: string, holder: string, pauseMs: number): Promise<void> {
    await tx.query(
      `UPDATE job_leases
          SET holder = NULL, held_until = NULL, due_at = now() + $3::bigint * interval '1 millisecond'
        WHERE name = $1 AND holder = $2`,
      [name, holder, Math.round(pauseMs)],
    );
  }
}
