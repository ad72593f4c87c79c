import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../exit-codes.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

const COMMON = {
  json: { type: 'boolean' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Options;

const LINES: Readonly<Record<keyof typeof COMMON, string>> = {
  json: `  --json             print one JSON object on stdout
`,
  url: `  --url URL          the service to use (default: ASSAY_URL, the service in .assay.json if you accepted it, your settings,
                     then http://127.0.0.1:8080)
`,
  help: `  -h, --help         show this help
`,
};

/** Common options that a command does not have, because they would have no effect. */
type Without = readonly ('json' | 'url')[];

const commonNames = (without: Without) =>
  (Object.keys(COMMON) as (keyof typeof COMMON)[]).filter((name) => name === 'help' || !without.includes(name));

export const toCommonHelp = (...without: Without): string =>
  commonNames(without)
    .map((name) => LINES[name])
    .join('');
export const COMMON_HELP = toCommonHelp();

type Line<Own extends Options> = ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: Own }>>;
type Parsed<Own extends Options> = Line<typeof COMMON & Own>;

/** Parses a command's own options and the common ones, except `without`. `undefined` when help was requested. */
export function parseOptions<const Own extends Options>(
  args: readonly string[],
  own: Own,
  { min = 0, max = 0, what, without = [] }: { min?: number; max?: number; what: string; without?: Without },
): Parsed<Own> | undefined {
  const common = Object.fromEntries(commonNames(without).map((name) => [name, COMMON[name]]));
  const parsed: { values: { help?: unknown }; positionals: string[] } = parseLine(args, { ...own, ...common });
  if (parsed.values.help) return undefined;
  const { length } = parsed.positionals;
  if (length < min || length > max) throw new UsageError(`Usage: assay ${what}`);
  return parsed as unknown as Parsed<Own>;
}

/** Options and positionals of a command line. Throws a UsageError for anything else. */
export function parseLine<const Own extends Options>(args: readonly string[], options: Own): Line<Own> {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.replaceAll('\n', ' ') : 'Invalid options.', {
      cause: error,
    });
  }
}

/** One of a list of words, case-insensitive. */
export function parseWord<const Word extends string>(
  name: string,
  text: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (text === undefined) return undefined;
  const found = words.find((word) => word.toLowerCase() === text.toLowerCase());
  if (found === undefined) throw new UsageError(`--${name} takes one of ${words.join(', ').toLowerCase()}.`);
  return found;
}
