import { ServerProcess } from './server-process.js';
import { shareServer } from './shared-server.js';

export default async function setUp(): Promise<void> {
  const removeTemplate = await ServerProcess.makeTemplate();
  await shareServer('embedded', {}, removeTemplate);
}
