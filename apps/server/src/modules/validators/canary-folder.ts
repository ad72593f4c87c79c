import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { CANARY_KINDS } from '@assay/economy/council';
import { Track, VerdictValue } from '@assay/protocol';
import { z } from 'zod';
import { type BundleFile, findMainFile, getProduct } from '../submissions/index.ts';
import { CASE_USES } from './case-use.ts';

const CASE_FILE = 'case.json';
const CANARY_LIMITS = { casesMax: 10_000, filesMax: 200, bytesMax: 5 * 1024 * 1024 } as const;

/** The known facts about a case. */
const CaseFile = z
  .strictObject({
    expected: VerdictValue,
    kind: z.enum(CANARY_KINDS),
    track: Track.default('SKILL'),
    /** The main file. If omitted, it is found by its name. */
    entry: z.string().min(1).optional(),
    /** If omitted, chosen at random. */
    use: z.enum(CASE_USES).optional(),
  })
  .refine(({ expected, kind }) => expected === 'UNSAFE' || kind === 'plain', {
    error: 'A known-good case must be plain.',
  })
  .refine(({ kind, use }) => kind === 'plain' || use !== 'calibration', {
    error: 'A hard case must be a canary: calibrations use plain cases only.',
  });
export type CaseFolder = Omit<z.infer<typeof CaseFile>, 'entry'> & {
  readonly name: string;
  readonly files: readonly BundleFile[];
  readonly entryPath: string;
};

/** The names of the cases in a folder, one subfolder each. */
export async function listCaseFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (names.length > CANARY_LIMITS.casesMax) throw new Error(`More than ${CANARY_LIMITS.casesMax} cases in ${folder}.`);
  return names.toSorted();
}

/** Reads one case: `case.json`, and all other files as its bundle. Symlinks and special files are rejected. */
export async function readCaseFolder(folder: string, name: string): Promise<CaseFolder> {
  const home = join(folder, name);
  const { entry, ...known } = CaseFile.parse(JSON.parse(await readFile(join(home, CASE_FILE), 'utf8')));
  const files: BundleFile[] = [];
  let bytesRead = 0;
  for (const path of (await readdir(home, { recursive: true })).toSorted()) {
    const place = join(home, path);
    const facts = await lstat(place);
    if (facts.isDirectory() || path === CASE_FILE) continue;
    if (!facts.isFile()) throw new Error(`${place} is not a plain file.`);
    bytesRead += facts.size;
    if (files.length >= CANARY_LIMITS.filesMax || bytesRead > CANARY_LIMITS.bytesMax) {
      throw new Error(`The case ${name} is larger than a submission may be.`);
    }
    files.push({ path: relative(home, place).split(sep).join('/'), bytes: await readFile(place), kind: 'file' });
  }
  const entryPath = findMainFile(getProduct(known.track), files, entry);
  if (entryPath === undefined) throw new Error(`The case ${name} has no main file of the track ${known.track}.`);
  return { ...known, name, files, entryPath };
}
