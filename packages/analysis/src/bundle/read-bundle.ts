import { findLinkEnds } from '@assay/protocol/bundle-links';
import {
  type FileReading,
  hasInterpreter,
  isLoadedAutomatically,
  readFileFor,
} from '../languages/interpreters/index.ts';
import type { Bundle, BundleFile, FileKind, IntegrityValue, Language } from '../types/index.ts';
import { isFinderNote, isPaxNote } from './archive-notes.ts';
import { inflate } from './decode/codecs.ts';
import { detectFormat, detectLanguage, type Format, languageOfName } from './file-format.ts';
import { findCheckoutProblems } from './git-attributes.ts';
import { INTAKE_LIMITS } from './limits.ts';
import { packedTail } from './packed-tail.ts';
import { findPathProblem } from './path-safety.ts';
import { unpackTar } from './tar.ts';
import { decodeText } from './text.ts';
import { endsInZip, unpackZip } from './zip.ts';

export type TakenFile = {
  readonly path: string;
  readonly kind: FileKind;
  readonly format: Format;
  /** Detected format for display: `zip`, `png`, …. */
  readonly formatName: string;
  readonly language: Language;
  /** `null` if the file is not text. */
  readonly text: string | null;
  /** What the file's interpreters read where that differs from `text`. */
  readonly readings: readonly FileReading[];
  readonly bytes: Uint8Array;
};

export type TakenProblem = Pick<IntegrityValue, 'problem' | 'detail'> & { readonly file: string };

export type Intake = {
  readonly files: readonly TakenFile[];
  readonly problems: readonly TakenProblem[];
  readonly budgetHits: readonly string[];
  readonly entry: string | null;
  readonly bytes: number;
  /** Symlinks that stay inside the bundle, with their final targets. */
  readonly links: ReadonlyMap<string, string>;
};

type Work = {
  files: TakenFile[];
  problems: TakenProblem[];
  budgetHits: Set<string>;
  links: Map<string, string>;
  unpackedLeft: number;
};

/** Types every file, unpacks archives, and reports everything that cannot be read. */
export function readBundle(bundle: Bundle): Intake {
  const work: Work = {
    files: [],
    problems: [],
    budgetHits: new Set(),
    links: new Map(),
    unpackedLeft: INTAKE_LIMITS.unpackedBytesMax,
  };
  const bytes = bundle.files.reduce((sum, file) => sum + file.bytes.length, 0);
  const taken = choose(work, bundle);
  for (const file of [...bundle.files].sort((a, b) => byText(a.path, b.path)))
    if (taken.has(file)) takeFile(work, file, 0);
  takeLinks(work, bundle);
  readThroughLinks(work);
  findCollisions(work);
  work.problems.push(...findCheckoutProblems(work.files));
  const entry = findEntry(bundle, work.files);
  findEntryProblems(work, bundle, entry);
  const { files, problems, links } = work;
  return { files, problems, budgetHits: [...work.budgetHits].sort(), entry, bytes, links };
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Budget order: files that may be run or followed come before plain data, small before large. Otherwise padding could
 * starve the payload.
 */
const spendingRank = ({ path }: BundleFile): number => {
  if (isSkillDocument(path)) return 0;
  const language = languageOfName(path);
  return language !== undefined && hasInterpreter(language) ? 1 : 2;
};

/** Selects the files to read if the bundle exceeds the limits, and reports the others. */
function choose(work: Work, bundle: Bundle): ReadonlySet<BundleFile> {
  const ordered = [...bundle.files].sort(
    (a, b) => spendingRank(a) - spendingRank(b) || a.bytes.length - b.bytes.length || byText(a.path, b.path),
  );
  const taken = new Set<BundleFile>();
  let left: number = INTAKE_LIMITS.bundleBytesMax;
  for (const file of ordered) {
    if (taken.size >= INTAKE_LIMITS.filesMax) hitBudget(work, file.path, 'files');
    else if (file.bytes.length > left) hitBudget(work, file.path, 'bundle bytes');
    else {
      taken.add(file);
      left -= file.bytes.length;
    }
  }
  return taken;
}

/** A symlink gives a file a second name, and possibly another interpreter. */
function readThroughLinks(work: Work): void {
  for (const [link, target] of work.links) {
    const index = work.files.findIndex(({ path }) => path === target);
    const file = work.files[index];
    if (file === undefined || NO_SOURCE.has(file.format)) continue;
    const { readings } = readFileFor(link, file.bytes);
    const more = otherReadings(readings, file.text, file.language);
    const text = file.text ?? readings[0]?.text ?? null;
    work.files[index] = { ...file, text, readings: [...file.readings, ...more] };
  }
}

function hitBudget(work: Work, file: string, name: string): void {
  work.budgetHits.add(name);
  work.problems.push({ file, problem: 'budget', detail: name });
}

function takeFile(work: Work, file: BundleFile, depth: number): void {
  const pathProblem = findPathProblem(file.path.replace(/^.*!\//, ''));
  if (pathProblem !== undefined) work.problems.push({ file: file.path, ...pathProblem });
  // `!/` separates an archive from its entries: a folder whose name ends in `!` would pass for the inside of an
  // archive.
  if (file.path.split('!/').length > depth + 1)
    work.problems.push({
      file: file.path,
      problem: 'path-escape',
      detail: 'a folder whose name ends in an exclamation mark',
    });
  if (file.kind === 'symlink') return;
  if (file.kind === 'submodule') work.problems.push({ file: file.path, problem: 'pointer', detail: 'submodule' });
  else if (isPaxNote(file.path, file.bytes)) takeNote(work, file, 'notes of tar');
  else if (isFinderNote(file.path, file.bytes)) takeNote(work, file, 'notes of macOS');
  else takeContent(work, file, depth);
}

function takeNote(work: Work, { path, kind = 'file', bytes }: BundleFile, formatName: string): void {
  work.files.push({
    path,
    kind,
    format: 'binary',
    formatName,
    language: 'unknown',
    text: null,
    readings: [],
    bytes,
  });
}

function takeContent(work: Work, file: BundleFile, depth: number): void {
  if (file.bytes.length > INTAKE_LIMITS.fileBytesMax) hitBudget(work, file.path, 'file bytes');
  const bytes = file.bytes.subarray(0, INTAKE_LIMITS.fileBytesMax);
  const { format, name } = detectFormat(bytes, file.path);
  const decoded = format === 'text' ? decodeText(bytes) : undefined;
  if (decoded?.encoding === 'damaged')
    work.problems.push({ file: file.path, problem: 'undecodable', detail: 'not valid UTF-8' });
  const source = readSource(work, file.path, bytes, format);
  const [first] = source;
  const text = decoded?.text ?? first?.text ?? null;
  const isPointer = text !== null && POINTER.test(text);
  if (isPointer) work.problems.push({ file: file.path, problem: 'pointer', detail: 'large-file pointer' });
  const language = decoded === undefined ? (first?.language ?? 'unknown') : detectLanguage(file.path, decoded.text);
  const readings = otherReadings(source, text, language);
  noteReadings(work, file.path, text, readings);
  const kind = file.kind ?? 'file';
  work.files.push({ path: file.path, kind, format, formatName: name, language, text, readings, bytes });
  noteFormat(work, file.path, format, name, bytes);
  if (format === 'archive') unpack(work, file.path, bytes, name, depth);
  else unpackTail(work, file.path, bytes, format, depth);
  if (text !== null && PROGRAMS.has(language)) unpackLetters(work, file.path, text, depth);
}

/**
 * Readings that add something to the main one. The same text in another language is marked as a part: it is not hidden
 * text.
 */
const otherReadings = (readings: readonly FileReading[], text: string | null, language: Language): FileReading[] =>
  readings
    .filter((one) => one.text !== text || one.language !== language)
    .map((one) => (one.text === text ? { ...one, isPart: true } : one));

/** Git LFS pointers, current and pre-release. git-lfs also accepts them after spaces and empty lines. */
const POINTER = /^[\s\u0085]*version https?:\/\/(?:git-lfs\.github\.com|git-media\.io|hawser\.github\.com)\//;

/** The processor executes these formats; no interpreter reads them as source. */
const NO_SOURCE: ReadonlySet<Format> = new Set(['native', 'bytecode']);

function readSource(work: Work, path: string, bytes: Uint8Array, format: Format): readonly FileReading[] {
  if (NO_SOURCE.has(format)) return [];
  const { readings, unread } = readFileFor(path, bytes);
  for (const detail of unread) work.problems.push({ file: path, problem: 'unread-part', detail });
  const isPacked = readings.some(({ text, language }) => PROGRAMS.has(language) && isMostlyNoise(text));
  if (isPacked) work.problems.push({ file: path, problem: 'unread-part', detail: 'a part that is no text' });
  return readings;
}

const PROGRAMS: ReadonlySet<Language> = new Set(['shell', 'python', 'javascript', 'perl', 'ruby', 'php', 'powershell']);

const NOISE_PERMILLE_MAX = 20;
const BROKEN = 0xfffd;

/** Control characters that text does not contain, and U+FFFD for bytes that did not decode. */
const isNoise = (code: number): boolean => code === BROKEN || (code < 32 && code !== 27 && (code < 9 || code > 13));

/** A program with a packed part contains more noise than any text. */
function isMostlyNoise(text: string): boolean {
  let noise = 0;
  for (let at = 0; at < text.length; at += 1) if (isNoise(text.charCodeAt(at))) noise += 1;
  return noise * 1_000 > text.length * NOISE_PERMILLE_MAX;
}

/** Only ASCII can act; two code tables that differ in accented letters do not make two texts. */
const essence = (text: string): string => text.replace(/[^\x21-\x7e]/g, '');

function noteReadings(work: Work, file: string, text: string | null, readings: readonly FileReading[]): void {
  const whole = essence(text ?? '');
  const other = readings.find((one) => !one.isPart && essence(one.text) !== whole);
  if (text === null || other === undefined) return;
  work.problems.push({ file, problem: 'readings-differ', detail: `${other.by} reads it as ${other.how}` });
}

/**
 * Archives appended to another file: Python runs any file that ends in a zip directory, and scripts unpack their own
 * tail.
 */
function unpackTail(work: Work, path: string, bytes: Uint8Array, format: Format, depth: number): void {
  if (NO_SOURCE.has(format)) return;
  if (endsInZip(bytes)) unpack(work, path, bytes, 'zip', depth);
  else if (format === 'binary') {
    const at = findGzip(bytes);
    if (at > 0) unpack(work, path, bytes.subarray(at), 'gzip', depth);
  }
}

/** The same for base64: `tail -n +90 "$0" | base64 -d | tar -xz`. */
function unpackLetters(work: Work, path: string, text: string, depth: number): void {
  const packed = packedTail(text);
  const { format, name } = packed === undefined ? { format: 'text', name: '' } : detectFormat(packed, '');
  if (packed !== undefined && format === 'archive') unpack(work, path, packed, name, depth, 'tail.tar');
}

function findGzip(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(0x1f); at !== -1; at = bytes.indexOf(0x1f, at + 1))
    if (bytes[at + 1] === 0x8b && bytes[at + 2] === 8) return at;
  return -1;
}

/** Resolves symlinks as a file system does, through other symlinks. The final target must be in the bundle. */
function takeLinks(work: Work, bundle: Bundle): void {
  const links = bundle.files
    .filter(({ kind }) => kind === 'symlink')
    .map(({ path, target, bytes }) => ({ path, target: target ?? new TextDecoder().decode(bytes) }));
  const ends = findLinkEnds(links);
  const places = new Set(['', ...bundle.files.flatMap(({ path }) => [path, ...foldersOf(path)])]);
  for (const { path, target } of links) {
    const end = ends.get(path);
    if (end !== undefined) work.links.set(path, end);
    const problem = end === undefined ? 'link-escape' : 'link-inside';
    work.problems.push({ file: path, problem, detail: `points to ${target.slice(0, 120)}` });
    if (end !== undefined && !places.has(end))
      work.problems.push({ file: path, problem: 'unread-part', detail: 'a link to what is not here' });
  }
}

const foldersOf = (path: string): string[] => {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
};

/** End of the image data; bytes after it are not part of the image. */
function imageEnd(bytes: Uint8Array, name: string): number {
  const marker =
    name === 'png' ? [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82] : name === 'jpeg' ? [0xff, 0xd9] : undefined;
  if (marker === undefined) return bytes.length;
  for (let at = bytes.length - marker.length; at > 0; at -= 1)
    if (marker.every((byte, index) => bytes[at + index] === byte)) return at + marker.length;
  return bytes.length;
}

const TRAILING_MIN = 64;
const TEXT_NAMES = /\.(?:md|txt|py|sh|js|ts|json|ya?ml|toml)$/i;
const INERT_NAMES = /\.(?:png|jpe?g|gif|ico|webp|svg|pdf|ttf|otf|woff2?|mp[34]|wav)$/i;

function noteFormat(work: Work, file: string, format: Format, name: string, bytes: Uint8Array): void {
  const add = (problem: IntegrityValue['problem'], detail: string): void =>
    void work.problems.push({ file, problem, detail });
  if (format === 'native') add('native-binary', name);
  if (format === 'bytecode') add('bytecode', name);
  if (format === 'encrypted') add('encrypted', name);
  if (format === 'foreign-archive') add('unsupported-archive', name);
  const isDisguised =
    (['native', 'archive', 'bytecode', 'foreign-archive'].includes(format) && INERT_NAMES.test(file)) ||
    (format !== 'text' && (TEXT_NAMES.test(file) || isLoadedAutomatically(file)));
  if (isDisguised) add('type-mismatch', `${name} under a name that says otherwise`);
  if (format === 'image') noteTail(work, file, bytes.subarray(imageEnd(bytes, name)));
}

function noteTail(work: Work, file: string, tail: Uint8Array): void {
  if (tail.length < TRAILING_MIN) return;
  const inner = detectFormat(tail, '');
  if (inner.format === 'text' && !/[#!<{([]/.test(decodeText(tail.subarray(0, 400)).text)) return;
  work.problems.push({ file, problem: 'trailing-data', detail: `${inner.name} behind the picture` });
}

function unpack(
  work: Work,
  path: string,
  bytes: Uint8Array,
  name: string,
  depth: number,
  inside = (path.split('/').at(-1) ?? path).replace(/\.t?gz$/i, ''),
): void {
  if (depth >= INTAKE_LIMITS.archiveDepthMax) {
    work.problems.push({ file: path, problem: 'archive-limit', detail: 'archives inside archives' });
    hitBudget(work, path, 'archives inside archives');
    return;
  }
  if (name === 'gzip') {
    const limit = Math.min(work.unpackedLeft, INTAKE_LIMITS.fileBytesMax);
    const inner = inflate(bytes, limit);
    if (inner !== undefined && inner.length >= limit) hitBudget(work, path, 'unpacked bytes');
    if (inner === undefined) work.problems.push({ file: path, problem: 'corrupt-archive', detail: 'gzip' });
    else readEntries(work, path, [{ path: inside, bytes: inner }], depth);
    return;
  }
  const result = name === 'tar' ? unpackTar(bytes, work.unpackedLeft) : unpackZip(bytes, work.unpackedLeft);
  for (const { problem, detail } of result.problems) work.problems.push({ file: path, problem, detail });
  if (result.problems.some(({ problem }) => problem === 'archive-limit'))
    hitBudget(work, path, 'archive entries or bytes');
  readEntries(work, path, result.entries, depth);
}

function readEntries(
  work: Work,
  outer: string,
  entries: readonly { path: string; bytes: Uint8Array }[],
  depth: number,
): void {
  const seen = new Set<string>();
  for (const entry of entries) {
    if (seen.has(entry.path))
      work.problems.push({ file: outer, problem: 'corrupt-archive', detail: 'two entries of one name' });
    seen.add(entry.path);
    work.unpackedLeft -= entry.bytes.length;
    if (work.unpackedLeft < 0 || work.files.length >= INTAKE_LIMITS.filesMax) {
      hitBudget(work, outer, 'unpacked bytes');
      return;
    }
    takeFile(work, { path: `${outer}!/${entry.path}`, bytes: entry.bytes }, depth + 1);
  }
}

function findCollisions(work: Work): void {
  const seen = new Map<string, string>();
  for (const { path } of work.files) {
    const folded = path.normalize('NFC').toLowerCase();
    const other = seen.get(folded);
    if (other !== undefined && other !== path)
      work.problems.push({ file: path, problem: 'name-collision', detail: `same name as ${other}` });
    seen.set(folded, path);
  }
}

const depthOf = (path: string): number => path.split('/').length;

/** The document that an agent loads as a skill. Any other document is only an entry point for reading. */
const isSkillDocument = (path: string): boolean => /(?:^|\/)skill\.md$/i.test(path);

/**
 * The named entry, else the SKILL.md nearest the root, else the only document. A file that is not text is never the
 * entry.
 */
function findEntry(bundle: Bundle, files: readonly TakenFile[]): string | null {
  const named = bundle.source.entry;
  if (named !== undefined && files.some(({ path, text }) => path === named && text !== null)) return named;
  const documents = files.filter(({ path, text }) => text !== null && !path.includes('!/')).map(({ path }) => path);
  const skills = documents.filter(isSkillDocument);
  const pick = (paths: readonly string[]): string | undefined =>
    [...paths].sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))[0];
  const markdown = documents.filter((path) => /\.(?:md|mdx|markdown|mdc)$/i.test(path));
  return pick(skills) ?? pick(markdown.filter((path) => /readme/i.test(path))) ?? pick(markdown) ?? null;
}

/** Why the bundle has no content by which it can be judged as a whole; `undefined` if it has. */
function findEntryGap(work: Work, { productType, source }: Bundle, entry: string | null): string | undefined {
  if (entry === null) return work.files.length === 0 ? 'holds no file that can be read' : 'holds no entry document';
  const isSkill = productType === 'SKILL' || productType === 'SKILL+API';
  return isSkill && entry !== source.entry && !isSkillDocument(entry) ? 'holds no SKILL.md' : undefined;
}

function findEntryProblems(work: Work, bundle: Bundle, entry: string | null): void {
  const gap = findEntryGap(work, bundle, entry);
  if (gap !== undefined) work.problems.push({ file: '', problem: 'entry-missing', detail: gap });
  if (entry === null) return;
  const folder = entry.split('/').slice(0, -1).join('/');
  const rivals = work.files.filter(
    ({ path }) =>
      path !== entry &&
      path.toLowerCase() === entry.toLowerCase() &&
      path.split('/').slice(0, -1).join('/').toLowerCase() === folder.toLowerCase(),
  );
  const name = declaredName(work.files.find(({ path }) => path === entry)?.text ?? '');
  for (const { path, text } of rivals) {
    const other = declaredName(text ?? '');
    const isAnother = other !== '' && name !== '' && !other.includes(name) && !name.includes(other);
    work.problems.push({
      file: path,
      problem: isAnother ? 'entry-contradicts' : 'entry-ambiguous',
      detail: `competes with ${entry}`,
    });
  }
}

/**
 * Related names, such as `shop` and `shop-wallet`, mean two entry documents of one skill. Unrelated names mean two
 * skills in one place.
 */
const declaredName = (text: string): string =>
  (/^name:[ \t]*([^\n]{1,100})/m.exec(text)?.[1] ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
