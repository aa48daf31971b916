// Removes onnxruntime's binaries of every platform but this one: 60 MB that an image never loads.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const binaries = 'node_modules/onnxruntime-node/bin';
for (const napi of readdirSync(binaries)) {
  for (const platform of readdirSync(join(binaries, napi))) {
    for (const arch of readdirSync(join(binaries, napi, platform))) {
      const folder = join(binaries, napi, platform, arch);
      if (platform !== process.platform || arch !== process.arch) rmSync(folder, { recursive: true });
    }
  }
}
