import { unlessErased } from '@mneme/platform/errors';
import { Logger, type INestApplicationContext } from '@nestjs/common';
import { seedResources } from './sample-resources.js';
import { SAMPLES, seedTestTenant } from './test-tenant.js';

const logger = new Logger('Samples');

/**
 * Seeds the test tenant, unless it is being erased, and says in the log how far it is. With the memories come the other
 * resources that the examples of the API reference name.
 */
export async function seedAtStart(app: INestApplicationContext): Promise<void> {
  const onStart = (): void => logger.log(`storing ${SAMPLES} sample memories`);
  const onProgress = (indexed: number): void => logger.log(`indexed ${indexed} of ${SAMPLES} sample memories`);
  await unlessErased(
    seedTestTenant(app, { onStart, onProgress }).then((stored) => (stored === 0 ? undefined : seedResources(app))),
  );
}
