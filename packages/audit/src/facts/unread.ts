import { languageOfName } from '../intake/file-format.ts';
import type { Intake, TakenProblem } from '../intake/read-bundle.ts';
import { hasInterpreter } from '../interpreters/index.ts';
import type { IntegrityValue, Language, Reach, Unit } from '../model.ts';
import type { Recorder } from './recorder.ts';

export type UnreadInput = {
  readonly intake: Intake;
  readonly recorder: Recorder;
  readonly reachOf: (path: string) => Reach;
  /** Everything that something reached names, by itself, by its folder or by a pattern. */
  readonly findTouched: () => ReadonlySet<string>;
  /** What a live command runs. */
  readonly runs: ReadonlyMap<string, ReadonlySet<Language>>;
  readonly unitOf: (file: string) => Unit;
};

type Problem = IntegrityValue['problem'];

const SENTENCES: Partial<Record<Problem, string>> = {
  pointer: 'a pointer stands where content should be',
  'native-binary': 'a program without source',
  bytecode: 'bytecode without source',
  encrypted: 'encrypted',
  'corrupt-archive': 'an archive that does not open',
  'unsupported-archive': 'an archive of a kind that is not unpacked',
  'archive-limit': 'an archive larger than is unpacked',
};

/** What somebody is made to run or follow and nobody read: one fact for each file and cause. */
export function recordUnread(given: UnreadInput): void {
  // Most bundles have nothing unread; the wide search is made for the others, once.
  let touched: ReadonlySet<string> | undefined;
  const findTouched = (): ReadonlySet<string> => {
    touched ??= given.findTouched();
    return touched;
  };
  const input = { ...given, findTouched };
  for (const problem of input.intake.problems) {
    if (!blocksWhenReached(problem, input)) continue;
    record(input, problem.file, `${SENTENCES[problem.problem] ?? 'not read'}: ${problem.detail}`);
  }
  for (const [limit, files] of input.recorder.limitsHit)
    for (const file of files)
      if (isReached(file, input)) record(input, file, `past the limit "${limit}" it was not read to its end`);
}

function record({ recorder, unitOf }: UnreadInput, file: string, detail: string): void {
  const unit = unitOf(file);
  recorder.add('integrity', { problem: 'unread', detail, isExecuted: true }, unit, unit.span);
}

const isRun = (file: string, { runs }: UnreadInput): boolean => runs.has(file) || runs.has(outerOf(file));

/** The archive that a file lies in; what is run as a whole is run with everything in it. */
const outerOf = (file: string): string => file.split('!/')[0] ?? file;

const isReached = (file: string, input: UnreadInput): boolean =>
  isRun(file, input) || input.findTouched().has(file) || input.findTouched().has(outerOf(file));

const isLoaded = (reach: Reach): boolean => reach === 'imported' || reach === 'auto';

function blocksWhenReached({ file, problem, detail }: TakenProblem, input: UnreadInput): boolean {
  switch (problem) {
    case 'unread-part':
      return isReached(file, input);
    case 'pointer':
      return detail === 'submodule' ? isReached(file, input) : isReached(file, input) && mayAct(file, input);
    case 'budget':
      return isReached(file, input) && mayAct(file, input);
    case 'bytecode':
      return isRun(file, input) || isLoadedBytecode(file, input);
    case 'native-binary':
      return isRun(file, input) || isLoaded(input.reachOf(file));
    case 'encrypted':
    case 'corrupt-archive':
    case 'unsupported-archive':
    case 'archive-limit':
      return isRun(file, input) || isUnpacked(file, input);
    default:
      return false;
  }
}

const UNCHECKED = 1;

/**
 * Python takes bytecode from its cache only while it fits the source beside it, unless the header says not to look; and
 * bytecode outside a cache stands for a module that has no source.
 */
function isLoadedBytecode(file: string, input: UnreadInput): boolean {
  const taken = input.intake.files.find(({ path }) => path === file);
  const isUnchecked = taken?.bytes[4] === UNCHECKED;
  const module = (file.split('/').at(-1) ?? '').replace(/(?:\.cpython-\d+[\w-]*)?\.py[co]$/, '');
  const isCached = /(?:^|\/)__pycache__\//.test(file);
  const isNamed = input.recorder.facts.some(
    (fact) => fact.kind === 'import' && fact.value.module.split('.').includes(module),
  );
  return isLoaded(input.reachOf(file)) || (isNamed && (isUnchecked || !isCached));
}

/** A program or a document by its name; data of any size is data until something runs it. */
function mayAct(file: string, input: UnreadInput): boolean {
  const language = languageOfName(file);
  return isRun(file, input) || (language !== undefined && hasInterpreter(language));
}

const UNPACKERS =
  /^(?:tar|bsdtar|unzip|7z[ar]?|7zz|unrar|rar|gunzip|gzip|bunzip2|xz|unxz|zstd|unzstd|cpio|jar|ditto|expand-archive|openssl|gpg|age)$/i;

/** Some command opens it: what comes out is used. */
function isUnpacked(file: string, { recorder }: UnreadInput): boolean {
  const name = outerOf(file).split('/').at(-1) ?? file;
  return recorder.facts.some(
    (fact) =>
      fact.kind === 'command' &&
      UNPACKERS.test(fact.value.program) &&
      fact.value.args.some((arg) => arg.endsWith(name)),
  );
}
