import type { FoundReader, ModelConfig } from '@assay/reader/models';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import { createStyle } from '../render/style.ts';
import { readUserSettings, userFile, writeUserSettings } from '../service/settings.ts';
import type { Terminal } from '../terminal.ts';
import { parseLine } from './options.ts';

const HELP = `Usage: assay reader [--json]
       assay reader use NAME [--model ID] [--price IN/OUT]
       assay reader off

Lists the models that can read instructions on this machine and whether each is available: agent CLIs, local
model servers, and API keys in the environment. Listing sends no content and costs nothing.

\`use\` saves a choice in your own settings; \`assay scan\` then lets that reader read every skill and reports the cost.
A project cannot choose a reader. \`off\` removes the choice.

Options
  --model ID         a model other than the default of that reader
  --price IN/OUT     price of that model in dollars per million input and output tokens, such as 3/15; needed for a non-default model with an API key
  --json             print one JSON array on stdout
  -h, --help         show this help
`;

export async function reader(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseLine(args, OPTIONS);
  if (values.help) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [action = 'list', name, ...more] = positionals;
  if (action === 'list' && name === undefined) return list(values.json ?? false, terminal);
  if (action === 'off' && name === undefined) return forget(terminal);
  if (action !== 'use' || name === undefined || more.length > 0)
    throw new UsageError('Usage: assay reader, assay reader use NAME, or assay reader off.');
  return use(name, values, terminal);
}

const OPTIONS = {
  model: { type: 'string' },
  price: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const NAME_COLUMNS = 24;

async function list(isJson: boolean, terminal: Terminal): Promise<ExitCode> {
  const { discoverReaders } = await import('@assay/reader/models');
  const found = await discoverReaders({ findVariable: terminal.config.models.findVariable });
  const chosen = readUserSettings(terminal).reader;
  const isChosen = ({ config }: FoundReader): boolean =>
    chosen !== undefined && config?.name === chosen.config.name && config.endpoint === chosen.config.endpoint;
  if (isJson) {
    terminal.out(
      `${toSafeJson(
        found.map(({ config: _, ...each }, index) => ({ ...each, isChosen: isChosen(found[index] as FoundReader) })),
        2,
      )}\n`,
    );
    return EXIT.safe;
  }
  const style = createStyle(terminal.isOutColoured);
  for (const each of found) {
    const mark = isChosen(each) ? '*' : ' ';
    const state = each.isReady ? style.good('ready') : style.faint('  –  ');
    const receives = each.isReady ? `; content goes to ${each.recipient}` : '';
    terminal.out(
      `${mark} ${state} ${toSafeText(`${each.name.padEnd(NAME_COLUMNS)} ${each.title}: ${each.detail}${receives}`)}\n`,
    );
  }
  const said =
    chosen === undefined
      ? 'No reader is chosen: instructions are not read. Choose one with: assay reader use NAME'
      : `Chosen: ${chosen.config.name}, model ${chosen.config.model}; content goes to ${chosen.recipient}.`;
  terminal.out(`${toSafeText(said)}\n`);
  return EXIT.safe;
}

function forget(terminal: Terminal): ExitCode {
  const { reader: _, ...rest } = readUserSettings(terminal);
  writeUserSettings(terminal, rest);
  terminal.out('No reader is chosen: scans do not read instructions.\n');
  return EXIT.safe;
}

type ModelChoice = { readonly model?: string; readonly price?: string };

async function use(name: string, choice: ModelChoice, terminal: Terminal): Promise<ExitCode> {
  const { findModels } = await import('../models/find-model.ts');
  const { configFile, findVariable } = terminal.config.models;
  const [found] = await findModels([name], { file: configFile, isFileNamed: false, findVariable });
  if (found === undefined) throw new UsageError(`There is no reader ${name}.`);
  const config = await adjust(found.config, choice);
  const { recipient } = found;
  writeUserSettings(terminal, { ...readUserSettings(terminal), reader: { config, recipient } });
  const leaves =
    recipient === 'this machine'
      ? 'Content stays on this machine.'
      : `Every scan sends the content of the scanned skills to ${recipient}, with secrets masked, at your cost.`;
  terminal.out(`${toSafeText(`${config.name}, model ${config.model}, reads all scans from now on. ${leaves}`)}\n`);
  terminal.out(
    `${toSafeText(`Saved in ${userFile(terminal)}. Skip it once with --no-reader, or remove it with: assay reader off`)}\n`,
  );
  return EXIT.safe;
}

async function adjust(config: ModelConfig, { model = config.model, price }: ModelChoice): Promise<ModelConfig> {
  const { ModelConfig: Schema } = await import('@assay/reader/model-config');
  const isPriced = config.pricePerMillionIn > 0 || config.pricePerMillionOut > 0;
  if (model !== config.model && isPriced && price === undefined)
    throw new UsageError(`The price of ${model} is not known. Add it in dollars per million tokens: --price IN/OUT`);
  const read = Schema.safeParse({ ...config, model, ...parsePrice(price) });
  if (!read.success) throw new UsageError(`--model and --price: ${read.error.issues[0]?.message ?? 'not usable'}.`);
  return read.data;
}

function parsePrice(text: string | undefined): Partial<ModelConfig> {
  if (text === undefined) return {};
  const [, into, out] = /^(\d{1,4}(?:\.\d{1,4})?)\/(\d{1,4}(?:\.\d{1,4})?)$/.exec(text) ?? [];
  if (into === undefined || out === undefined)
    throw new UsageError('--price takes two amounts of dollars, such as 3/15.');
  return { pricePerMillionIn: Number(into), pricePerMillionOut: Number(out) };
}
