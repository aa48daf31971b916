import { ServerProcess } from './service/server-process.js';
import { shareServer } from './service/shared-server.js';

export default async function setUp(): Promise<void> {
  const removeTemplate = await ServerProcess.makeTemplate();
  await shareServer('embedded', {}, removeTemplate);
}
