import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { contextFiles } from './docker-ignore.js';

describe('what is sent to the builder of the image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-context-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is what the image is made of, without tests, data and secrets', () => {
    const wanted = [
      '.npmrc',
      'apps/api/main.ts',
      'deploy/image/health.mjs',
      'models/builtin/onnx/a.onnx',
      'package.json',
    ];
    const unwanted = [
      '.env',
      '.git/HEAD',
      '.mneme/secrets.json',
      'apps/.env.local',
      'apps/api/.mneme/dev-key',
      'deploy/backup/dump.sh',
      'libs/keys/a.spec.ts',
      'node_modules/a/index.js',
      'test/a.ts',
    ];
    for (const path of [...wanted, ...unwanted]) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), '');
    }
    expect(contextFiles(folder, readFileSync('.dockerignore', 'utf8'))).toEqual(wanted);
  });

  it('lets the last pattern decide', () => {
    expect(contextFiles(folder, '*\n!apps\napps/a?i\n')).toEqual(['apps/.env.local']);
    expect(contextFiles(folder, '*\n!**/main.ts\n')).toEqual([]);
    expect(contextFiles(folder, '**/*.ts\n**/.*\nnode_modules/\n.??*\n')).toEqual([
      'deploy/backup/dump.sh',
      'deploy/image/health.mjs',
      'models/builtin/onnx/a.onnx',
      'package.json',
    ]);
  });
});
