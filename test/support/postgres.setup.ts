import { shareServer } from './service/shared-server.js';
import { createTestDatabase } from './database/test-database.js';
import { testVectors } from './vectors/test-qdrant.js';

export default async function setUp(): Promise<void> {
  const database = await createTestDatabase();
  const vectors = await testVectors(database);
  await shareServer('postgres', { ...database.env, ...vectors.env }, async () => {
    await database.drop();
    await vectors.drop();
  });
}
