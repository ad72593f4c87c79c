import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { PASSES, type Pass } from '@assay/audit';

export const EVAL_HELP = `Usage: npm run eval [-- options]

Runs the engine over the project's own suites (evasion, discourse, prose by independent authors, rule cases) and, with --corpus, over a
labelled corpus from corpora/collect, and prints its accuracy.

Options
  --corpus DIR   folder with index.jsonl; its files are hostile samples and are only read
  --wild DIR     folder with TUNE, the published skills that rules are tuned on; the folder CHECK is now TUNE-2, because it was read, and so is
                 the first part of FINAL
  --check DIR    folder FINAL, collected with --per-owner 100000: reviews CHECK, one unread half of the skills beyond the twentieth of each
                 owner; prints counts only and adds a line to held-out-runs.md
  --final DIR    the same folder: reviews FINAL, the other half, in the same way; once for each release
  --apis FILE    instead: OpenAPI documents by an independent author, one per line (may be repeated); with --public-apis DIR also published
                 documents; with --write replaces its section in bench/eval
  --contracts DIR  instead: public contracts from corpora/collect and this repository's pairs; with --sandbox exploits are run too;
                 with --write replaces its section in bench/eval
  --by-names     of contracts: without compilers and exploits, a minute instead of an hour; their lines are left out
  --keep FILE    of contracts and published skills: store the counts in FILE and continue from it; of contracts, discard it when the engine
                 has changed
  --tools FILE   instead: tool lists by an independent author, one JSON per line (may be repeated); with --tool-lists DIR also the public
                 lists there, one per file; with --write replaces its section in bench/eval
  --first-sight  of the suites of --apis or --tools: only the two totals, stored in bench/eval/recorded, once for each suite
  --blind DIR    instead: answers of readers (JSONL of {n, verdict, reason}) to numbered skills; with --blind-key FILE the verdicts of the
                 engine; with --write replaces its section in bench/eval
  --limit N      the first N published skills of each part, in the order of their digests
  --blocked-by-unread  instead: benign skills of --corpus and published skills of --wild that are blocked only because content that is run was
                 not read
  --suite NAME   instead: only this suite of bench/eval/suites/independent (may be repeated), counted by refusals; with --write stored
                 for the section of unread suites
  --guard        instead: compares every sample of the open sets with the engine before its redesign: rejected, hinted near the same place, silent;
                 with --wild also ordinary skills, with --json every sample, with --write bench/ACCURACY.md is written
  --parts-only   leave out the project's own suites
  --json FILE    also write every figure as JSON
  --lists DIR    also write every miss and every false positive, with evidence, as text files for reading
  --write        also write bench/eval/details/accuracy.md, which git does not track; with --guard bench/ACCURACY.md
  --sandbox      run scripts in the sandbox too (slower)
  --jobs N       reviews at a time (default: one per core)

Models as readers (instead of the above)
  --export-requests DIR  write every request of the samples as a file NAME.txt under a random name, complete with its instruction;
                        labels go to DIR.index.jsonl
  --question NAME       of --export-requests: passes (default), or flaw: whether a refusal of a contract names the labelled flaw
  --pass NAME           of --export-requests: only this pass, a, b or c (may be repeated)
  --import-answers DIR  store the answers in DIR, NAME.json for each NAME.txt, as recordings
  --model-index FILE    of --import-answers: the index that --export-requests wrote (default: DIR.index.jsonl)
  --recorded DIR        of --import-answers and --question: the folder for recordings (default: bench/eval/recorded/large-model)
  --model-answers DIR   answer the requests from the recordings in DIR (REQUEST.json, or JSONL of {request, answer}) and print the
                        accuracy of the readers; if repeated, each folder is a separate reader; --write stores the figures
  --apis, --tools FILE  suites of APIs or tools instead of skills, for --export-requests and --model-answers: engine alone, readers alone,
                        council together
  --suite NAME          only this suite (may be repeated; "none" for published skills alone): a file of bench/eval/suites/independent, apis…, tools…,
                        contracts-registry, contracts-incidents or contracts-library, sound contracts of an installed library
  --wild DIR            also the published skills in DIR
  --wild-count N        number of these skills, drawn by hash, one per owner (default 300)
  --corpus DIR          also skills labelled by third parties, from corpora/collect
  --corpus-count N      number of these skills, half of them hostile, drawn by hash, one per cluster (default 120)
  --wild-tokens N       of both, only skills of at most about N tokens (default 40000)
`;

const QUESTIONS = ['passes', 'flaw'] as const;

function toQuestion(name: string): EvalOptions['question'] {
  const found = QUESTIONS.find((question) => question === name);
  if (found === undefined) throw new Error(`--question is one of ${QUESTIONS.join(', ')}, not ${name}.`);
  return found;
}

export type EvalOptions = {
  readonly apis: readonly string[];
  readonly publicApis: string | undefined;
  readonly contracts: string | undefined;
  readonly isByNames: boolean;
  readonly keep: string | undefined;
  readonly tools: readonly string[];
  readonly isFirstSight: boolean;
  readonly toolLists: string | undefined;
  readonly blind: string | undefined;
  readonly blindKey: string | undefined;
  readonly corpus: string | undefined;
  readonly wild: string | undefined;
  readonly check: string | undefined;
  readonly final: string | undefined;
  readonly limit: number;
  readonly isPartsOnly: boolean;
  readonly isGuard: boolean;
  readonly isBlockedByUnread: boolean;
  readonly json: string | undefined;
  readonly lists: string | undefined;
  readonly isWriting: boolean;
  readonly isSandboxed: boolean;
  readonly jobs: number;
  readonly exportRequests: string | undefined;
  readonly importAnswers: string | undefined;
  readonly recorded: string | undefined;
  readonly question: (typeof QUESTIONS)[number];
  readonly passes: readonly Pass[];
  readonly modelAnswers: readonly string[];
  readonly modelIndex: string | undefined;
  readonly suites: readonly string[];
  readonly wildCount: number;
  readonly corpusCount: number;
  readonly wildTokens: number;
};

/** `undefined` when help was asked for. */
export function parseEvalOptions(args: readonly string[]): EvalOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      apis: { type: 'string', multiple: true, default: [] },
      'public-apis': { type: 'string' },
      contracts: { type: 'string' },
      'by-names': { type: 'boolean', default: false },
      keep: { type: 'string' },
      tools: { type: 'string', multiple: true, default: [] },
      'first-sight': { type: 'boolean', default: false },
      'tool-lists': { type: 'string' },
      blind: { type: 'string' },
      'blind-key': { type: 'string' },
      corpus: { type: 'string' },
      wild: { type: 'string' },
      check: { type: 'string' },
      final: { type: 'string' },
      limit: { type: 'string' },
      'parts-only': { type: 'boolean', default: false },
      guard: { type: 'boolean', default: false },
      'blocked-by-unread': { type: 'boolean', default: false },
      json: { type: 'string' },
      lists: { type: 'string' },
      write: { type: 'boolean', default: false },
      sandbox: { type: 'boolean', default: false },
      jobs: { type: 'string', default: String(availableParallelism()) },
      'export-requests': { type: 'string' },
      'import-answers': { type: 'string' },
      recorded: { type: 'string' },
      question: { type: 'string', default: 'passes' },
      pass: { type: 'string', multiple: true, default: [...PASSES] },
      'model-answers': { type: 'string', multiple: true, default: [] },
      'model-index': { type: 'string' },
      suite: { type: 'string', multiple: true, default: [] },
      'wild-count': { type: 'string', default: '300' },
      'corpus-count': { type: 'string', default: '120' },
      'wild-tokens': { type: 'string', default: '40000' },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  });
  if (values.help) return undefined;
  return {
    apis: values.apis,
    publicApis: values['public-apis'],
    contracts: values.contracts,
    isByNames: values['by-names'],
    keep: values.keep,
    tools: values.tools,
    isFirstSight: values['first-sight'],
    toolLists: values['tool-lists'],
    blind: values.blind,
    blindKey: values['blind-key'],
    corpus: values.corpus,
    wild: values.wild,
    check: values.check,
    final: values.final,
    limit: Number(values.limit) || Number.POSITIVE_INFINITY,
    isPartsOnly: values['parts-only'],
    isGuard: values.guard,
    isBlockedByUnread: values['blocked-by-unread'],
    json: values.json,
    lists: values.lists,
    isWriting: values.write,
    isSandboxed: values.sandbox,
    jobs: Math.max(1, Number(values.jobs) || 1),
    exportRequests: values['export-requests'],
    importAnswers: values['import-answers'],
    recorded: values.recorded,
    question: toQuestion(values.question),
    passes: PASSES.filter((pass) => values.pass.includes(pass)),
    modelAnswers: values['model-answers'],
    modelIndex: values['model-index'],
    suites: values.suite,
    wildCount: Math.max(0, Number(values['wild-count']) || 0),
    corpusCount: Math.max(0, Number(values['corpus-count']) || 0),
    wildTokens: Math.max(0, Number(values['wild-tokens']) || 0),
  };
}
