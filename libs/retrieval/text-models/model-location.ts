import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { installedRoot } from '@mneme/platform/config';
import { modelFamily, type Pooling } from './model-family.js';
import { ModelLoadError } from './model-load.error.js';

/** Where Transformers.js finds a model: the files of `parent/name`, downloaded there first from `hub` where it is set. */
export interface ModelLocation {
  readonly parent: string;
  readonly name: string;
  readonly hub: string | undefined;
  /** Whether the weights are `onnx/model_quantized.onnx` or `onnx/model.onnx`. */
  readonly quantized: boolean;
  readonly pooling: Pooling;
  /** The file of a second model beside these weights, whose vectors stand behind theirs; undefined for a model of one. */
  readonly second: string | undefined;
}

/** The default model: static word vectors and a small sentence transformer, side by side. */
export const BUILTIN = 'builtin';
/** The first half of it alone. */
export const BUILTIN_FAST = 'builtin-fast';
const SECOND = 'sentence_quantized.onnx';

/** The part of AppConfig that decides it. */
export interface ModelFolders {
  readonly modelsDir: string;
  readonly modelsRemote: boolean;
  readonly modelsHubUrl: string;
}

const hubName = /^[\w.-]+\/[\w.-]+$/;

/**
 * `builtin`, `builtin-fast`, a folder (a path, or a name under modelsDir), or else a name on the Hugging Face hub.
 * @param root where `models/builtin` is
 * @throws ModelLoadError that names the folder and what to do
 */
export function locateModel(model: string, folders: ModelFolders, root = installedRoot()): ModelLocation {
  if (model !== BUILTIN && model !== BUILTIN_FAST) return locateConfigured(model, folders);
  return localModel(model, join(root, 'models'), BUILTIN, model === BUILTIN ? SECOND : undefined);
}

function locateConfigured(model: string, { modelsDir, modelsRemote, modelsHubUrl }: ModelFolders): ModelLocation {
  const isPath = isAbsolute(model) || /^\.{1,2}[\\/]/.test(model);
  const folder = isPath ? resolve(model) : join(modelsDir, model);
  if (isPath) return localModel(model, dirname(folder), basename(folder));
  if (existsSync(join(folder, 'config.json')) && weightsIn(folder)) return localModel(model, modelsDir, model);
  if (modelsRemote && hubName.test(model)) {
    const { pooling } = modelFamily(model);
    return { parent: modelsDir, name: model, hub: modelsHubUrl, quantized: true, pooling, second: undefined };
  }
  if (existsSync(folder)) return localModel(model, modelsDir, model);
  throw new ModelLoadError(model, folder, 'there is no such folder', remoteFix(model, modelsRemote));
}

/** @throws ModelLoadError where one of the files is missing */
function localModel(model: string, parent: string, name: string, second?: string): ModelLocation {
  const folder = join(parent, name);
  const weights = weightsIn(folder);
  const missing = ['config.json', 'tokenizer.json', 'tokenizer_config.json'].filter(
    (file) => !existsSync(join(folder, file)),
  );
  if (!weights) missing.push('onnx/model_quantized.onnx');
  if (second !== undefined && !existsSync(join(folder, 'onnx', second))) missing.push(`onnx/${second}`);
  if (missing.length > 0) {
    throw new ModelLoadError(
      model,
      folder,
      existsSync(folder) ? `${missing.join(', ')} missing` : 'there is no such folder',
    );
  }
  const { pooling } = modelFamily(model);
  return { parent, name, hub: undefined, quantized: weights === 'model_quantized.onnx', pooling, second };
}

/** The weights' file in the model's `onnx` folder. */
export function weightsIn(folder: string): string | undefined {
  return ['model_quantized.onnx', 'model.onnx'].find((file) => existsSync(join(folder, 'onnx', file)));
}

function remoteFix(model: string, modelsRemote: boolean): string | undefined {
  if (!hubName.test(model)) return 'use `builtin`, a folder, or a hub name such as Xenova/all-MiniLM-L6-v2';
  return modelsRemote ? undefined : 'put the model there, or set MODELS_REMOTE=on to download it';
}
