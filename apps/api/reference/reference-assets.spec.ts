import { execFileSync } from 'node:child_process';

it('the script of the reference is that of the pinned package', () => {
  expect(() => execFileSync(process.execPath, ['tools/write-reference.mjs', '--check'])).not.toThrow();
});
