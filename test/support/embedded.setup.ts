import { shareServer } from './shared-server.js';

export default async function setUp(): Promise<void> {
  await shareServer('embedded', {});
}
