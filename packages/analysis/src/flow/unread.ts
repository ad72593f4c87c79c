import { languageOfName } from '../bundle/file-format.ts';
import type { Intake, TakenProblem } from '../bundle/read-bundle.ts';
import { hasInterpreter, isLoadedAutomatically } from '../languages/interpreters/index.ts';
import type { IntegrityValue, Language, Reach, Unit } from '../types/index.ts';
import { FACTS_LIMIT, type Recorder } from './recorder.ts';

type UnreadInput = {
  readonly intake: Intake;
  readonly recorder: Recorder;
  readonly reachOf: (path: string) => Reach;
  /** The files that a live command runs. */
  readonly runs: ReadonlyMap<string, ReadonlySet<Language>>;
  readonly unitOf: (file: string) => Unit;
};

type Problem = IntegrityValue['problem'];

const SENTENCES: Partial<Record<Problem, string>> = {
  'type-mismatch': 'bytes of another kind than its name says',
  pointer: 'a pointer stands where content should be',
  'native-binary': 'a program without source',
  bytecode: 'bytecode that may be run in place of its source, delete it',
  encrypted: 'encrypted',
  'corrupt-archive': 'an archive that does not open',
  'unsupported-archive': 'an archive of a kind that is not unpacked',
  'archive-limit': 'an archive larger than is unpacked',
};

/** Records the files that are run or followed but were not read completely, with one fact for each file and cause. */
export function recordUnread(input: UnreadInput): void {
  for (const problem of input.intake.problems)
    if (blocksWhenReached(problem, input))
      record(input, problem.file, `${SENTENCES[problem.problem] ?? 'not read'}: ${problem.detail}`);
  for (const [limit, files] of input.recorder.limits.hit)
    for (const file of files) if (isRun(file, input) || isReached(file, input)) record(input, file, pastLimit(limit));
  // Past this limit the fact that a file is run may be missing, so the entry document counts as unread.
  const { entry } = input.intake;
  if (entry !== null && input.recorder.limits.hit.has(FACTS_LIMIT)) record(input, entry, pastLimit(FACTS_LIMIT));
}

const pastLimit = (limit: string): string => `past the limit "${limit}" it was not read to its end`;

function record({ recorder, unitOf }: UnreadInput, file: string, detail: string): void {
  const unit = unitOf(file);
  recorder.add('integrity', { problem: 'unread', detail, isExecuted: true }, unit, unit.span);
}

/** The archive that contains a file. A run of the archive runs everything in it. */
const outerOf = (file: string): string => file.split('!/')[0] ?? file;

const isRun = (file: string, { runs }: UnreadInput): boolean => runs.has(file) || runs.has(outerOf(file));

const isReached = (file: string, input: UnreadInput): boolean =>
  isRun(file, input) || input.reachOf(file) !== 'none' || input.reachOf(outerOf(file)) !== 'none';

const isLoaded = (reach: Reach): boolean => reach === 'imported' || reach === 'auto';

function blocksWhenReached({ file, problem, detail }: TakenProblem, input: UnreadInput): boolean {
  switch (problem) {
    case 'unread-part':
      return isReached(file, input);
    case 'pointer':
      return isReached(file, input) && (detail === 'submodule' || mayAct(file, input));
    case 'budget':
      return isReached(file, input) && mayAct(file, input);
    case 'type-mismatch':
      return isReached(file, input) && isSource(file) && !hasText(file, input);
    case 'bytecode':
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

/** Whether a tool takes instructions from a file of this name. Images and similar files are only displayed. */
function isSource(file: string): boolean {
  const language = languageOfName(file);
  return isLoadedAutomatically(file) || (language !== undefined && language !== 'unknown' && language !== 'svg');
}

/** Whether the file still has text. A zero byte does not keep an interpreter from reading a program. */
const hasText = (file: string, { intake }: UnreadInput): boolean =>
  intake.files.some(({ path, text }) => path === file && text !== null);

/** Whether the file is a program or a document by its name, or is run. Data has no effect until something runs it. */
function mayAct(file: string, input: UnreadInput): boolean {
  const language = languageOfName(file);
  return isRun(file, input) || isLoadedAutomatically(file) || (language !== undefined && hasInterpreter(language));
}

const UNPACKERS: ReadonlySet<string> = new Set(
  'tar bsdtar unzip 7z 7za 7zz unrar gunzip unxz bunzip2 unzstd zstd cpio jar ditto expand-archive openssl gpg age git'.split(
    ' ',
  ),
);

/** Whether an unpacking command names this file. */
function isUnpacked(file: string, { recorder }: UnreadInput): boolean {
  const name = outerOf(file).split('/').at(-1) ?? file;
  const isNamed = (word: string): boolean => word.split('/').at(-1) === name;
  return recorder.facts.some(
    ({ kind, value }) =>
      kind === 'command' &&
      UNPACKERS.has(value.program) &&
      (value.args.some(isNamed) || value.redirects.some(({ op, target }) => op === '<' && isNamed(target))),
  );
}
