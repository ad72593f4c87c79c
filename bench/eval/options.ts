import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

export const EVAL_HELP = `Usage: npm run eval [-- options]

Runs the engine over the project's own suites (evasion, discourse bed, strangers' prose, rule cases) and, with --corpus, over a labelled
corpus made by corpora/collect, and prints how often it is right.

Options
  --corpus DIR   folder with index.jsonl; its files are hostile samples and are only read
  --wild DIR     folder with TUNE, the part of the wild skills that rules are written by
  --check DIR    folder with CHECK, the part no rule is written by: counts only, and a line in the log of looks
  --limit N      the first N wild skills of each part, in the order of their digests
  --parts-only   leave the project's own suites out
  --json FILE    also write every figure as JSON
  --lists DIR    also write every miss and every false alarm, with evidence, as text files for reading
  --write        also write bench/ACCURACY.md
  --sandbox      run scripts in the sandbox too (slower)
  --jobs N       reviews at a time (default: one per core)
`;

export type EvalOptions = {
  readonly corpus: string | undefined;
  readonly wild: string | undefined;
  readonly check: string | undefined;
  readonly limit: number;
  readonly isPartsOnly: boolean;
  readonly json: string | undefined;
  readonly lists: string | undefined;
  readonly isWriting: boolean;
  readonly isSandboxed: boolean;
  readonly jobs: number;
};

/** `undefined` when help was asked for. */
export function parseEvalOptions(args: readonly string[]): EvalOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      corpus: { type: 'string' },
      wild: { type: 'string' },
      check: { type: 'string' },
      limit: { type: 'string' },
      'parts-only': { type: 'boolean', default: false },
      json: { type: 'string' },
      lists: { type: 'string' },
      write: { type: 'boolean', default: false },
      sandbox: { type: 'boolean', default: false },
      jobs: { type: 'string', default: String(availableParallelism()) },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  });
  if (values.help) return undefined;
  return {
    corpus: values.corpus,
    wild: values.wild,
    check: values.check,
    limit: Number(values.limit) || Number.POSITIVE_INFINITY,
    isPartsOnly: values['parts-only'],
    json: values.json,
    lists: values.lists,
    isWriting: values.write,
    isSandboxed: values.sandbox,
    jobs: Math.max(1, Number(values.jobs) || 1),
  };
}
