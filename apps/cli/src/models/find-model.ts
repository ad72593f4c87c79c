import { readFileSync } from 'node:fs';
import {
  createModel,
  type FoundReader,
  findReader,
  isAgentConfig,
  type Model,
  type ModelConfig,
  parseModelConfigs,
} from '@assay/reader/models';
import { UsageError } from '../exit-codes.ts';
import { describeFault } from '../skills/fault.ts';

export type ModelLookup = {
  /** The file from the command line, or the one in the user's configuration folder. Never one in a scanned folder. */
  readonly file: string;
  /** Whether the command line names `file`; otherwise it may be missing. */
  readonly isFileNamed: boolean;
  readonly findVariable: (name: string) => string | undefined;
};

/** A configuration and the recipient of the content. */
export type ChosenModel = Pick<FoundReader, 'recipient'> & { readonly config: ModelConfig };

/** Finds a model by name: in the file, or a reader on this machine. */
export async function findModels(names: readonly string[], lookup: ModelLookup): Promise<ChosenModel[]> {
  const known = readConfigs(lookup);
  return await Promise.all(names.map((name) => findModel(name, known, lookup)));
}

async function findModel(name: string, known: readonly ModelConfig[], lookup: ModelLookup): Promise<ChosenModel> {
  const config = known.find((each) => each.name === name);
  if (config !== undefined) return { config, recipient: recipientOf(config) };
  const found = await findReader(name, lookup);
  if (found !== undefined) return toChosen(found);
  const names = known.map((each) => each.name).join(', ');
  throw new UsageError(
    `There is no model ${name} in ${lookup.file}${names === '' ? '' : `; it has ${names}`}. \`assay reader\` lists the readers of this machine.`,
  );
}

/** Throws with the reason if a reader cannot be used. */
export function toChosen({ name, title, config, isReady, detail, recipient }: FoundReader): ChosenModel {
  if (isReady && config !== undefined) return { config, recipient };
  throw new UsageError(
    `${name} cannot be used as a reader: ${detail.startsWith(title) ? detail : `${title}, ${detail}`}`,
  );
}

/** For a validator, which reads for others: only API endpoints and local servers. */
export async function openServedModels(names: readonly string[], lookup: ModelLookup): Promise<Model[]> {
  const chosen = names.length === 0 ? [] : await findModels(names, lookup);
  const agent = chosen.find(({ config }) => isAgentConfig(config));
  if (agent !== undefined)
    throw new UsageError(
      `${agent.config.name} uses your own sign-in and reads only for you. A validator needs an API key or a local server.`,
    );
  return openModels(chosen, lookup.findVariable);
}

/** A chosen agent command line may have been updated or removed since. This is reported before reading starts. */
export async function checkChosen(
  chosen: ChosenModel,
  findVariable: ModelLookup['findVariable'],
): Promise<ChosenModel> {
  if (!isAgentConfig(chosen.config)) return chosen;
  const found = await findReader(chosen.config.provider, { findVariable });
  return found === undefined ? chosen : { config: chosen.config, recipient: toChosen(found).recipient };
}

/** A model in a file is identified only by its endpoint. */
const recipientOf = ({ endpoint, provider }: ModelConfig): string =>
  endpoint === undefined ? provider : (URL.parse(endpoint)?.host ?? endpoint);

/** Opens the models. A missing key is a usage error. */
export const openModels = (chosen: readonly ChosenModel[], findVariable: ModelLookup['findVariable']): Model[] =>
  chosen.map(({ config }) => {
    try {
      const key = config.keyVariable === undefined ? undefined : findVariable(config.keyVariable);
      return createModel(config, { key, findVariable });
    } catch (error) {
      throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  });

function readConfigs({ file, isFileNamed }: ModelLookup): ModelConfig[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (!isFileNamed && (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new UsageError(`${file}: ${describeFault(error)}; docs/guides/models.md describes its format.`, {
      cause: error,
    });
  }
  try {
    return parseModelConfigs(text, file);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
