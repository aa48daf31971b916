import { shareServer } from './shared-server.js';
import { createTestDatabase } from './test-database.js';

export default async function setUp(): Promise<void> {
  const { env, drop } = await createTestDatabase();
  await shareServer('postgres', env, drop);
}
