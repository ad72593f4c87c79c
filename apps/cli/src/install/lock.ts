import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../exit-codes.ts';
import { readRegularText } from '../skills/regular-file.ts';
import { Sha256, SkillName, Trusted } from './trusted.ts';

export const LOCK_FILE = 'assay.lock';
const LOCK_BYTES_MAX = 4_194_304;
/** One year. */
const STATUS_AGE_MINUTES_MAX = 525_600;

const Path = z
  .string()
  .max(1_024)
  .refine(
    (path) => path === '.' || path.split('/').every((part) => !/^(?:|\.|\.\.)$/.test(part)),
    'is not a path inside a repository',
  );

const LockedSkill = z.strictObject({
  /** Set for a whole plugin; absent for a skill. */
  kind: z.literal('plugin').optional(),
  source: z.string().min(1).max(2_048),
  path: Path,
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/, 'is not a commit')
    .nullable(),
  bundleSha256: Sha256,
  treeSha256: Sha256,
  certificateId: z
    .string()
    .regex(/^[0-9a-f]{24}$/, 'is not a certificate id')
    .nullable(),
  payloadHash: z
    .string()
    .regex(/^0x[0-9a-f]{64}$/, 'is not a payload hash')
    .nullable(),
  service: z.string().max(2_048).nullable(),
  readBy: z.enum(['NONE', 'MODEL', 'PERSON']),
  hosts: z.array(z.string().max(64)).max(32),
});
export type LockedSkill = z.infer<typeof LockedSkill>;

export const Lock = z.strictObject({
  lockfileVersion: z.literal(1),
  skills: z.record(SkillName, LockedSkill),
  trusted: z.record(Sha256, Trusted),
  imports: z.array(z.strictObject({ url: z.string().max(2_048), sha256: Sha256 })).max(100),
  /** The maximum offline age of a stored proof's status, if the user has set none. */
  maxStatusAgeMinutes: z.int().min(0).max(STATUS_AGE_MINUTES_MAX).optional(),
});
export type Lock = z.infer<typeof Lock>;

export const EMPTY_LOCK: Lock = { lockfileVersion: 1, skills: {}, trusted: {}, imports: [] };

/** `undefined` if there is none. An invalid lock is an error, because a partial lock would not protect. */
export function readLock(folder: string): Lock | undefined {
  const path = join(folder, LOCK_FILE);
  let text: string;
  try {
    text = readRegularText(path, LOCK_BYTES_MAX);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(`${path} cannot be read. Restore it from version control.`, { cause: error });
  }
  return parseLock(text, path);
}

export function parseLock(text: string, path: string): Lock {
  const value = parseJson(text);
  if (value === undefined)
    throw new UsageError(`${path} is not JSON. Resolve its merge conflict, or restore it from version control.`);
  const read = Lock.safeParse(value);
  if (read.success && countKeys(value) === countWrittenKeys(text)) return read.data;
  if (read.success)
    throw new UsageError(`${path} has the same key twice in one object. Restore it from version control.`);
  const [issue] = read.error.issues;
  const where = issue?.path.map(String).join('.') ?? '';
  throw new UsageError(
    `${path} is not valid${where === '' ? '' : ` at "${where}"`}: ${issue?.message ?? 'it has an unexpected form'}. Restore it from version control.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `JSON.parse` keeps the last of equal keys. A person who reviews a change of the lock can miss that there is a second one. */
const countWrittenKeys = (text: string): number =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/gs)].filter(([, colon]) => colon !== undefined).length;

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, each) => sum + countKeys(each), own);
}

/** Sorts keys at every level and writes one value per line, so that equal content has equal bytes and a diff shows the changes. */
export const toLockText = (lock: Lock): string => `${JSON.stringify(sorted(lock), null, 2)}\n`;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

export const writeLock = (folder: string, lock: Lock): void => writeWhole(join(folder, LOCK_FILE), toLockText(lock));

/**
 * While a person decides, another command can add a skill or remove an approval. A lock that was derived from `before`
 * would undo that change.
 */
export function requireUnchanged(folder: string, before: Lock): void {
  if (toLockText(readLock(folder) ?? EMPTY_LOCK) !== toLockText(before))
    throw new UsageError(`${LOCK_FILE} changed while this command ran, so nothing was installed. Run it again.`);
}

/** Writes the file atomically. */
export function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
