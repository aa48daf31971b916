import { shareServer } from './shared-server.js';
import { createTestDatabase } from './test-database.js';
import { testVectors } from './test-qdrant.js';

export default async function setUp(): Promise<void> {
  const database = await createTestDatabase();
  const vectors = await testVectors(database);
  await shareServer('postgres', { ...database.env, ...vectors.env }, async () => {
    await database.drop();
    await vectors.drop();
  });
}
