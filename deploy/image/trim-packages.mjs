// Removes from node_modules what an image never loads, some 130 MB; test/deploy/image-rootfs.sh starts what is left.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const remove = (...path) => rmSync(join('node_modules', ...path), { recursive: true });

// onnxruntime's binaries of every platform but this one.
const binaries = 'onnxruntime-node/bin';
for (const napi of readdirSync(join('node_modules', binaries))) {
  for (const platform of readdirSync(join('node_modules', binaries, napi))) {
    for (const arch of readdirSync(join('node_modules', binaries, napi, platform))) {
      if (platform !== process.platform || arch !== process.arch) remove(binaries, napi, platform, arch);
    }
  }
}

// Bundles for browsers.
remove('@xenova/transformers/dist');

// The links to packages, whose sources are part of the build or not needed.
remove('@mneme');

// Qdrant's client names the compiler as a peer, for its types.
remove('typescript');
