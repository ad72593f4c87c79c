import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../exit-codes.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

const COMMON = {
  json: { type: 'boolean' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Options;

export const COMMON_HELP = `  --json             print one JSON object on stdout
  --url URL          the service to use (default: ASSAY_URL, the service in .assay.json if you accepted it, your settings,
                     then http://127.0.0.1:8080)
  -h, --help         show this help
`;

type Line<Own extends Options> = ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: Own }>>;
type Parsed<Own extends Options> = Line<typeof COMMON & Own>;

/** Parses a command's own options and the common ones. `undefined` when help was requested. */
export function parseOptions<const Own extends Options>(
  args: readonly string[],
  own: Own,
  { min = 0, max = 0, what }: { min?: number; max?: number; what: string },
): Parsed<Own> | undefined {
  const parsed: { values: { help?: boolean }; positionals: string[] } = parseLine(args, { ...own, ...COMMON });
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
    throw new UsageError(error instanceof Error ? error.message : 'Invalid options.', { cause: error });
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
