import { readFileSync } from 'node:fs';
import { createModel, type Model, ModelConfig, parseModelConfigs } from '@assay/reader/models';
import { UsageError } from '../exit-codes.ts';
import { describeFault } from '../skills/fault.ts';

const OLLAMA = { prefix: 'ollama/', endpoint: 'http://127.0.0.1:11434/v1' } as const;

export type ModelLookup = {
  /** The file named on the command line, or the one in the user's configuration folder. Never one of a scanned folder. */
  readonly file: string | undefined;
  readonly findVariable: (name: string) => string | undefined;
};

/** Ready to be asked. A name that is not known, a file that cannot be read and a missing key are errors of the command line. */
export function openModels(names: readonly string[], { file, findVariable }: ModelLookup): Model[] {
  const local = names.filter((name) => name.startsWith(OLLAMA.prefix));
  const known = names.length > local.length ? readConfigs(file) : [];
  return names.map((name) => {
    const config = name.startsWith(OLLAMA.prefix) ? ollamaConfig(name) : findConfig(name, known, file);
    try {
      return createModel(config, {
        key: config.keyVariable === undefined ? undefined : findVariable(config.keyVariable),
      });
    } catch (error) {
      throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  });
}

function findConfig(name: string, known: readonly ModelConfig[], file: string | undefined): ModelConfig {
  const found = known.find((config) => config.name === name);
  if (found !== undefined) return found;
  const names = known.map((config) => config.name).join(', ');
  throw new UsageError(`There is no model ${name} in ${file}${names === '' ? '' : `; it has ${names}`}.`);
}

function readConfigs(file: string | undefined): ModelConfig[] {
  if (file === undefined) throw new UsageError('Say with --model-config FILE where your models are written down.');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file}: ${describeFault(error)}; docs/guides/models.md says how to write it.`, {
      cause: error,
    });
  }
  try {
    return parseModelConfigs(text, file);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** `ollama/qwen3:14b`: a model on this machine needs no file, no key and no money. */
function ollamaConfig(name: string): ModelConfig {
  const model = name.slice(OLLAMA.prefix.length);
  const family = /^[a-z]+/.exec(model.toLowerCase().split('/').at(-1) ?? '')?.[0];
  if (family === undefined) throw new UsageError('Write ollama/MODEL, such as ollama/qwen3:14b.');
  return ModelConfig.parse({
    name: 'ollama',
    endpoint: OLLAMA.endpoint,
    model,
    family,
    concurrency: 1,
    timeoutMs: 600_000,
    jsonMode: true,
  });
}
