import { availableParallelism } from 'node:os';
import type { Severity } from '@assay/audit';
import { UsageError } from '../exit-codes.ts';
import { SEVERITIES } from '../review/severity.ts';
import { parseLine } from './options.ts';

export type ScanOptions = {
  readonly paths: readonly string[];
  readonly format: 'human' | 'json' | 'jsonl';
  readonly sarifFile: string | undefined;
  readonly ignoreFile: string | undefined;
  readonly failOn: Severity | undefined;
  readonly isSandboxed: boolean;
  readonly jobs: number;
  /** Names of the models that read the instructions. If empty, no model reads them. */
  readonly models: readonly string[];
  readonly modelConfig: string | undefined;
  readonly budgetMicros: number | undefined;
  /** Disables the reader from the user's settings. */
  readonly isReaderOff: boolean;
  readonly isReaderRequired: boolean;
  /** Files of additional rule packs for every skill. */
  readonly plugins: readonly string[];
  /** Running servers whose tools are listed and reviewed: commands or addresses. */
  readonly mcp: readonly string[];
  /** The file with tool pins. It is compared if it exists and otherwise written. */
  readonly pins: string | undefined;
  /** The fingerprint of a finding whose exploit is run again and shown. */
  readonly replay: string | undefined;
};

const JOBS_MAX = 64;

export const SCAN_HELP = `Usage: assay scan PATH... [options]
       assay scan --mcp COMMAND|URL [--pins FILE] [options]

Reviews every skill at or below each PATH: every folder that contains a SKILL.md. A PATH may also be a SKILL.md itself.
Solidity projects (.sol) beside skills are reviewed too, each together with the files in its folder. A PATH may also be a .sol file.
Tool lists of MCP servers (tools.json, mcp.json, server.json with tools) are reviewed too. A PATH may also be a tool list.
OpenAPI documents (openapi.json, openapi.yaml and similar names) are reviewed too. A PATH may also be such a document.
A PATH may be the address of a git repository (https://HOST/PATH[#REF], git@HOST:PATH) or a zip. It cannot be combined with local
folders and files.

Options
  --json             print one JSON array on stdout, one element per skill
  --jsonl            print one JSON object per line, as soon as each skill is reviewed
  --sarif FILE       also write a SARIF 2.1.0 log to FILE
  --ignore-file FILE patterns to ignore, instead of .assayignore in the current folder
  --fail-on LEVEL    exit with 1 if any finding is at or above LEVEL (info, low, medium, high, critical)
  --no-sandbox       do not run scripts in the sandbox; analyse the files only (faster)
  --plugin FILE      also apply the rules of this pack; can be repeated. A pack can only add findings, and cannot block on its own
  --replay FINDING   repeat the exploit of this finding (fingerprint) and print its calls
  --mcp COMMAND|URL  review the tools, prompts and resources of this MCP server; can be repeated. A command is
                     started with only PATH from your environment, and is stopped afterwards
  --pins FILE        compare the tools with those pinned in FILE and report what has changed; if FILE does not exist,
                     it is written, provided that exactly one tool list was scanned and that it is SAFE
  --jobs N           number of reviews at a time (default: one per core)
  -h, --help         show this help

Readers of the instructions (choose one once with: assay reader use NAME)
  --model NAME       read every skill with this model instead of the chosen reader; can be repeated.
                     NAME is a reader that \`assay reader\` lists, or a model in your models.json
  --no-reader        use no reader; the best possible result is then NO_FINDINGS
  --require-reader   exit with 2 if the instructions of a skill were not read
  --model-config FILE  the file that configures models (default: assay/models.json in your configuration folder)
  --budget DOLLARS   maximum cost of the scan; content beyond the budget is not read
  Without a reader, the engine reviews code and commands, lists passages to read, and never reports SAFE.

Exit codes
  0  every skill is SAFE, or NO_FINDINGS without a reader
  1  a skill is UNSAFE, or a finding is at or above --fail-on
  2  undecided: a file or a skill could not be read or reviewed, or was ignored, or a model did not answer
  3  there was nothing to scan
  64 the command line is invalid

Ignoring files and findings
  .assayignore in the current folder, or --ignore-file, takes patterns like those of .gitignore (*, ?, **, /, !), relative to
  the current folder. The .assayignore of a scanned PATH is ignored: it belongs to the publisher of the skill.
  An ignored skill is listed as ignored and makes the exit code 2. An ignored file inside a skill is still reviewed; its findings
  are listed separately and do not count toward --fail-on.
  A comment  assay-ignore RULE-ID until=YYYY-MM-DD reason="why"  on the line of a finding, or the line above,
  does the same for that finding until that day.
  Neither changes a verdict, and neither hides a CRITICAL finding or one that makes a skill UNSAFE.
`;

/** `undefined` when help was requested. */
export function parseScanOptions(args: readonly string[]): ScanOptions | undefined {
  const { values, positionals } = parseLine(args, OPTIONS);
  if (values.help) return undefined;
  if (values.json && values.jsonl) throw new UsageError('Choose one of --json and --jsonl.');
  if (positionals.length === 0 && (values.mcp ?? []).length === 0)
    throw new UsageError('Name at least one folder to scan: assay scan PATH...');
  if ((values.model ?? []).length === 0 && values['model-config'] !== undefined)
    throw new UsageError('--model-config needs --model NAME.');
  if (values['no-reader'] && ((values.model ?? []).length > 0 || values['require-reader']))
    throw new UsageError('Do not combine --no-reader with --model or --require-reader.');
  if (values.sarif === '') throw new UsageError('--sarif needs the name of a file.');
  if (values['ignore-file'] === '') throw new UsageError('--ignore-file needs the name of a file.');
  return {
    paths: positionals,
    format: values.json ? 'json' : values.jsonl ? 'jsonl' : 'human',
    sarifFile: values.sarif,
    ignoreFile: values['ignore-file'],
    failOn: parseLevel(values['fail-on']),
    isSandboxed: !values['no-sandbox'],
    jobs: parseJobs(values.jobs),
    models: [...new Set(values.model ?? [])],
    modelConfig: values['model-config'],
    budgetMicros: parseBudget(values.budget),
    isReaderOff: values['no-reader'] ?? false,
    isReaderRequired: values['require-reader'] ?? false,
    plugins: [...new Set(values.plugin ?? [])],
    mcp: [...new Set(values.mcp ?? [])],
    pins: values.pins,
    replay: values.replay,
  };
}

const OPTIONS = {
  json: { type: 'boolean' },
  jsonl: { type: 'boolean' },
  sarif: { type: 'string' },
  'ignore-file': { type: 'string' },
  'fail-on': { type: 'string' },
  'no-sandbox': { type: 'boolean' },
  jobs: { type: 'string' },
  model: { type: 'string', multiple: true },
  'model-config': { type: 'string' },
  budget: { type: 'string' },
  'no-reader': { type: 'boolean' },
  'require-reader': { type: 'boolean' },
  plugin: { type: 'string', multiple: true },
  mcp: { type: 'string', multiple: true },
  pins: { type: 'string' },
  replay: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

function parseLevel(text: string | undefined): Severity | undefined {
  if (text === undefined) return undefined;
  const level = SEVERITIES.find((severity) => severity === text.toUpperCase());
  if (level === undefined) throw new UsageError(`--fail-on takes one of ${SEVERITIES.join(', ').toLowerCase()}.`);
  return level;
}

function parseJobs(text: string | undefined): number {
  if (text === undefined) return Math.min(availableParallelism(), JOBS_MAX);
  const jobs = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (jobs < 1 || jobs > JOBS_MAX) throw new UsageError(`--jobs takes a number from 1 to ${JOBS_MAX}.`);
  return jobs;
}

const MICROS_PER_DOLLAR = 1_000_000;

function parseBudget(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,6}(?:\.\d{1,6})?$/.test(text)) throw new UsageError('--budget takes an amount of dollars, such as 0.50.');
  return Math.round(Number(text) * MICROS_PER_DOLLAR);
}
