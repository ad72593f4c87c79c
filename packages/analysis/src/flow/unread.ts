import { languageOfName } from '../bundle/file-format.ts';
import type { Intake, TakenFile, TakenProblem } from '../bundle/read-bundle.ts';
import { hasInterpreter, isLoadedUnasked } from '../languages/interpreters/index.ts';
import type { CommandValue, IntegrityValue, Language, Reach, Unit } from '../types/index.ts';
import type { Run } from './analysis.ts';
import { findPageScripts } from './page-scripts.ts';
import { isInertPickle } from './pickle.ts';
import { FACTS_LIMIT, type Recorder } from './recorder.ts';
import { AWK_ACTS } from './shell/unread.programs.ts';

type UnreadInput = {
  readonly intake: Intake;
  readonly recorder: Recorder;
  readonly reachOf: (path: string) => Reach;
  /** Everything that something reached names, by itself, by its folder or by a pattern. */
  readonly findTouched: () => ReadonlySet<string>;
  /** Of these what somebody is made to run, and not only told of. */
  readonly findToRun: () => ReadonlySet<string>;
  /** What a live command runs. */
  readonly runs: ReadonlyMap<string, ReadonlySet<Language>>;
  /** What a live command runs in a language that has no reader here, with why. */
  readonly unreadRuns: ReadonlyMap<string, string>;
  readonly unitOf: (file: string) => Unit;
  /** What only pages of the bundle load. */
  readonly findPageScripts: () => ReadonlySet<string>;
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

/** What somebody is made to run or follow and nobody read: one fact for each file and cause. */
export function recordUnread(given: Omit<UnreadInput, 'findPageScripts'>): void {
  // Most bundles have nothing unread; the wide search is made for the others, once.
  let touched: ReadonlySet<string> | undefined;
  const findTouched = (): ReadonlySet<string> => {
    touched ??= given.findTouched();
    return touched;
  };
  let pageScripts: ReadonlySet<string> | undefined;
  const findPages = (): ReadonlySet<string> => {
    pageScripts ??= findPageScripts({ files: given.intake.files, facts: given.recorder.facts });
    return pageScripts;
  };
  const input = { ...given, findTouched, findPageScripts: findPages };
  for (const problem of input.intake.problems) {
    if (!blocksWhenReached(problem, input)) continue;
    record(input, problem.file, `${SENTENCES[problem.problem] ?? 'not read'}: ${problem.detail}`);
  }
  for (const [file, why] of input.unreadRuns) record(input, file, why);
  for (const { path, format } of input.intake.files)
    if (format === 'binary' && isNamedToUnpacker(path, input))
      record(input, path, `${SENTENCES['unsupported-archive']}`);
  for (const { path } of input.intake.files.filter(isPickled))
    if (isRevived(path, input)) record(input, path, 'data that brings its own code along');
  for (const [limit, files] of input.recorder.limits.hit)
    for (const file of files)
      if (isRunAnyhow(file, input) && !isOfPage(file, input)) record(input, file, pastLimit(limit));
  // What would tell that a file is run may be among what was left out.
  const { entry } = input.intake;
  if (entry !== null && input.recorder.limits.hit.has(FACTS_LIMIT)) record(input, entry, pastLimit(FACTS_LIMIT));
}

const pastLimit = (limit: string): string => `past the limit "${limit}" it was not read to its end`;

/** Texts longer than this are not searched for what acts in them, where a reader says nothing else. */
const SEARCHED_CHARS_MAX = 65_536;

/** Why nobody can tell what a file does that something runs; `undefined` where a reader can. */
export function whyUnread(run: Run, file: TakenFile | undefined): string | undefined {
  const { unread, acts, language } = run;
  const text = file?.text ?? '';
  if (run.isHanded && (file === undefined || file.text === null || READ_HERE.has(file.language))) return undefined;
  const older = olderGrammar(text);
  if (older !== undefined) return older;
  if (unread !== undefined) {
    const charsMax = run.searchedCharsMax ?? SEARCHED_CHARS_MAX;
    const isQuiet = acts !== undefined && file?.text !== null && text.length <= charsMax && !acts.test(text);
    return isQuiet ? undefined : unread;
  }
  const isUnknown = file?.language === 'text' || file?.language === 'unknown' || OTHER_PROGRAM.test(text);
  if (AWK_PROGRAM.test(text) && text.length <= SEARCHED_CHARS_MAX && !AWK_ACTS.test(withoutFirstLine(text)))
    return undefined;
  return language === 'unknown' && isUnknown && text.startsWith('#!')
    ? 'its first line names a program that has no reader here'
    : undefined;
}

const AWK_PROGRAM = /^#![^\n]*?(?:\/|\s)[gmn]?awk(?:\s|$)/;
const withoutFirstLine = (text: string): string => text.slice(text.indexOf('\n') + 1);

/** Languages without a reader, by the first line: what the name of the file ends in is nothing to the kernel. */
const OTHER_PROGRAM =
  /^#![^\n]*?(?:\/|\s)(?:[gmn]?awk|sed|tclsh|wish|expect|Rscript|julia|octave|guile|racket|swipl|elixir|escript|ocaml|m4|gdb|n?vim?|emacs)[\d.]*(?:\s|$)/;

/** Programs that are followed, and documents. */
const READ_HERE: ReadonlySet<Language> = new Set<Language>([
  'shell',
  'python',
  'javascript',
  'typescript',
  'makefile',
  'dockerfile',
  'markdown',
  'html',
  'svg',
  // Word by word, with their own question about names.
  'ruby',
  'perl',
  'php',
  'lua',
  'powershell',
  'go',
  'rust',
  'java',
  'csharp',
  'swift',
  'c',
]);

/** What a first line says of a grammar that is read here in another sense. */
const olderGrammar = (text: string): string | undefined =>
  /^#!.*\bpython2/.test(text) && PYTHON_2_ACTS.test(text)
    ? 'Python 2 evaluates what it is given there'
    : /^#!.*\bzsh\b/.test(text) && ZSH_ACTS.test(text)
      ? 'expansions that only zsh knows, in a program that sends something'
      : undefined;

/** In Python 2 `input()` runs what is typed. */
const PYTHON_2_ACTS = /(?<![\w.])input\s*\(/;
/** Elements by number, flags and nested expansions of zsh, in a script that has a way out. */
const ZSH_ACTS =
  /^(?=[\s\S]*(?:\$\w+\[|\$\{\(|\$\{\$|\$\{\w+\[\d|\$\{=|(?:^|\s)=[a-z]))(?=[\s\S]*\b(?:curl|wget|nc|ncat|ssh|scp|rsync|ztcp|zftp|socat|openssl|mail)\b)/m;

function record({ recorder, unitOf }: UnreadInput, file: string, detail: string): void {
  const unit = unitOf(file);
  recorder.add('integrity', toUnread(detail), unit, unit.span);
}

/** What these sentences tell of is the reader's end and not the publisher's doing: a limit, a language, a step that is not followed. */
const BEYOND_READERS =
  /^past the limit |\bno reader here\b|^run after it was changed on the way$|\bonly running it tells what that is$/;

export const toUnread = (detail: string): IntegrityValue => ({
  problem: 'unread',
  detail,
  isExecuted: true,
  isBeyondReaders: BEYOND_READERS.test(detail),
});

const isRun = (file: string, { runs }: UnreadInput): boolean => runs.has(file) || runs.has(outerOf(file));

/** The archive that a file lies in; what is run as a whole is run with everything in it. */
const outerOf = (file: string): string => file.split('!/')[0] ?? file;

const isReached = (file: string, input: UnreadInput): boolean =>
  isRun(file, input) || input.findTouched().has(file) || input.findTouched().has(outerOf(file));

/** A program that is too long to be read to its end, in a folder that is only described: nobody is made to run it. */
const isRunAnyhow = (file: string, input: UnreadInput): boolean =>
  isReached(file, input) && (isRun(file, input) || input.reachOf(file) !== 'none' || input.findToRun().has(file));

/** Opened with a page and run by nobody: it was looked at as far as it was read, and what it can reach is the page. */
const isOfPage = (file: string, input: UnreadInput): boolean =>
  !isRun(file, input) && input.findPageScripts().has(file);

const isLoaded = (reach: Reach): boolean => reach === 'imported' || reach === 'auto';

function blocksWhenReached({ file, problem, detail }: TakenProblem, input: UnreadInput): boolean {
  switch (problem) {
    case 'unread-part':
      return isReached(file, input);
    case 'pointer':
      return detail === 'submodule' ? isReached(file, input) : isReached(file, input) && mayAct(file, input);
    case 'budget':
      return isReached(file, input) && mayAct(file, input);
    case 'type-mismatch':
      return isReached(file, input) && isSource(file) && !hasText(file, input);
    case 'bytecode':
      return isRun(file, input) || isLoadedBytecode(file, input) || isHandedOver(file, input);
    case 'native-binary':
      return isRun(file, input) || isLoaded(input.reachOf(file)) || isHandedOver(file, input);
    case 'encrypted':
    case 'corrupt-archive':
    case 'unsupported-archive':
    case 'archive-limit':
      return isRun(file, input) || isUnpacked(file, input);
    default:
      return false;
  }
}

/** By its name something that a tool takes orders from; pictures and their like are only looked at. */
function isSource(file: string): boolean {
  const language = languageOfName(file);
  return isLoadedUnasked(file) || (language !== undefined && language !== 'unknown' && language !== 'svg');
}

/** Its interpreter reads it all the same: a zero byte in a text of a program ends nothing. */
const hasText = (file: string, { intake }: UnreadInput): boolean =>
  intake.files.some(({ path, text }) => path === file && text !== null);

/** By what its header says, or by a name that says it. */
const isPickled = ({ path, bytes }: TakenFile): boolean =>
  ((bytes[0] === PICKLE_MARK && (bytes[1] ?? 0) >= 2 && (bytes[1] ?? 0) <= 5) || PICKLE_NAME.test(path)) &&
  !(bytes.length <= PICKLE_BYTES_MAX && isInertPickle(Buffer.from(bytes).toString('latin1')));

const PICKLE_BYTES_MAX = 1_048_576;
const PICKLE_MARK = 0x80;
const PICKLE_NAME = /\.(?:pkl|pickle|joblib|dill)$/i;
const REVIVERS = /^(?:_?pickle|cPickle|dill|cloudpickle|joblib|shelve|torch|marshal)(?:\.|$)/;

/** Something reached names it, or some program brings such data back to life and may mean this. */
const isRevived = (file: string, input: UnreadInput): boolean =>
  isReached(file, input) ||
  input.recorder.facts.some((fact) => fact.kind === 'import' && REVIVERS.test(fact.value.module));

const HASHED = 1;
const HEADER_BYTES = 16;

/**
 * A cache is taken for the source it fits: by a hash that whoever wrote both can make fit, or by length and time. Times are
 * set by whoever packs, and by any command: another length alone says that the source is read instead.
 */
function mayFit(bytes: Uint8Array | undefined, source: TakenFile | undefined): boolean {
  if (bytes === undefined || bytes.length < HEADER_BYTES || source === undefined) return true;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (view.getUint32(4, true) & HASHED) !== 0 || view.getUint32(12, true) === source.bytes.length;
}

/** Bytecode outside a cache stands for a module that has no source; in a cache it may be taken in place of one. */
function isLoadedBytecode(file: string, input: UnreadInput): boolean {
  const [, folder = '', cache, name = ''] = /^(.*?)(__pycache__\/)?([^/]+)$/.exec(file) ?? [];
  const stem = cache === undefined ? name.replace(/(?:\.cpython-\d+[\w-]*)?\.py[co]$/, '') : (name.split('.')[0] ?? '');
  // A package is imported by the name of its folder.
  const module = stem === '__init__' || stem === '__main__' ? (folder.split('/').at(-2) ?? stem) : stem;
  const isNamed = input.recorder.facts.some(
    (fact) => fact.kind === 'import' && fact.value.module.split('.').includes(module),
  );
  if (isLoaded(input.reachOf(file)) || cache === undefined) return isLoaded(input.reachOf(file)) || isNamed;
  const find = (wanted: string): TakenFile | undefined => input.intake.files.find(({ path }) => path === wanted);
  const source = `${folder}${stem}.py`;
  const isUsed = isNamed || isLoaded(input.reachOf(source)) || isRun(source, input);
  return isUsed && (isRewritten(source, input) || mayFit(find(file)?.bytes, find(source)));
}

/** A source that a command changes has the length that the command gives it. */
const isRewritten = (source: string, { recorder }: UnreadInput): boolean =>
  recorder.facts.some(
    (fact) =>
      fact.kind === 'path' &&
      fact.value.access !== 'read' &&
      fact.value.path.split('/').at(-1) === source.split('/').at(-1),
  );

/** A program or a document by its name; data of any size is data until something runs it. */
function mayAct(file: string, input: UnreadInput): boolean {
  const language = languageOfName(file);
  return isRun(file, input) || isLoadedUnasked(file) || (language !== undefined && hasInterpreter(language));
}

/** Programs that look at a file, move it or tell something of it; whatever else is given a program without source may start it. */
const LOOKERS =
  /^(?:ls|stat|file|wc|du|cat|head|tail|less|more|strings|nm|objdump|readelf|otool|ldd|xxd|hexdump|od|cmp|diff|sha\w*sum|md5(?:sum)?|cksum|shasum|b2sum|chmod|chown|cp|mv|rm|ln|mkdir|touch|install|rsync|scp|tar|zip|unzip|gzip|gunzip|xattr|codesign|spctl|git|gh|curl|wget|echo|printf|test|\[|find|grep|rg|strip|upx|lipo|jar|javap|wasm2wat|wasm-objdump|wasm-opt|twiggy|docker|aws|gsutil|openssl|gpg|cosign)$/;

/** A live command of any other program has it among its words. */
function isHandedOver(file: string, { recorder }: UnreadInput): boolean {
  const name = outerOf(file).split('/').at(-1) ?? file;
  return recorder.facts.some(
    (fact) =>
      fact.kind === 'command' &&
      !LOOKERS.test(fact.value.program) &&
      fact.value.args.some((arg) => arg.split(/[/=:]/).at(-1) === name) &&
      (fact.context === 'directive' || fact.context === 'executable'),
  );
}

const UNPACKERS =
  /^(?:tar|bsdtar|unzip|7z[ar]?|7zz|unrar|rar|gunzip|gzip|bunzip2|xz|unxz|zstd|unzstd|cpio|jar|ditto|expand-archive|openssl|gpg|age)$/i;

const UNPACKING =
  /^(?:tarfile|zipfile|lzma|bz2|gzip|shutil|py7zr|rarfile|patoolib|pyunpack|libarchive|zstandard|pyzstd|cryptography|node-7z|7zip-min|node-unrar-js|lzma-native|tar|unzipper|adm-zip|jszip)(?:\.|$)/;

const UNPACKING_OTHERS =
  /^(?:tarfile|lzma|bz2|py7zr|rarfile|patoolib|pyunpack|libarchive|zstandard|pyzstd|node-7z|7zip-min|node-unrar-js|lzma-native)(?:\.|$)/;

/** `git clone file`, `git am file`: what lies in it is the repository from then on. */
const takesOver = ({ program, args }: CommandValue): boolean =>
  program === 'git' && /^(?:clone|fetch|pull|bundle|apply|am)$/.test(args.find((arg) => !arg.startsWith('-')) ?? '');

/** A program that unpacks is given this very file. */
function isNamedToUnpacker(file: string, { recorder }: UnreadInput): boolean {
  const name = file.split('/').at(-1) ?? file;
  const isNamed = (word: string): boolean => !file.includes('!/') && word.split('/').at(-1) === name;
  return recorder.facts.some(
    (fact) =>
      fact.kind === 'command' &&
      (UNPACKERS.test(fact.value.program) || takesOver(fact.value)) &&
      (fact.value.args.some(isNamed) || fact.value.redirects.some(({ op, target }) => op === '<' && isNamed(target))),
  );
}

/** Something reached opens archives and names this one, or it is named where nobody can tell how it is opened. */
function isUnpacked(file: string, input: UnreadInput): boolean {
  const name = outerOf(file).split('/').at(-1) ?? file;
  const opens = input.recorder.facts.filter(
    (fact) =>
      (fact.kind === 'command' && UNPACKERS.test(fact.value.program)) ||
      (fact.kind === 'import' && UNPACKING.test(fact.value.module)),
  );
  if (opens.length === 0) return false;
  // A library for archives of that kind has nothing else to open, by whatever name it is put together.
  if (opens.some((fact) => fact.kind === 'import' && UNPACKING_OTHERS.test(fact.value.module))) return true;
  return (
    isReached(file, input) ||
    opens.some((fact) => fact.kind === 'command' && fact.value.args.some((arg) => arg.endsWith(name)))
  );
}
