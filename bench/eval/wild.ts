import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSkill } from '../../apps/cli/src/skills/read-skill.ts';
import type { Sample } from './sample.ts';

type Row = {
  readonly dir: string;
  readonly source: string;
  readonly owner: string;
  readonly digest: string;
  readonly bytes: number;
};

/**
 * Since November 2026 the folder CHECK is TUNE-2: every blocked skill in it was read, in three steps. CHECK is now what was FINAL until then, the
 * skills of the folder FINAL whose digests begin below this: counted before, read by nobody who writes rules. The rest had never been run.
 */
const FINAL_FROM = '6be';

/** TUNE and TUNE-2 are what rules are written by; CHECK and FINAL are what nobody looks at but a program that counts. */
export const partOf = ({ dir, digest }: Pick<Row, 'dir' | 'digest'>): 'TUNE' | 'TUNE-2' | 'CHECK' | 'FINAL' => {
  if (dir.startsWith('FINAL/')) return digest < FINAL_FROM ? 'CHECK' : 'FINAL';
  return dir.startsWith('CHECK/') ? 'TUNE-2' : 'TUNE';
};

/**
 * Unlabelled skills as people publish them, in the order of their digests: the first so many are the same sample on every
 * machine and day, and are drawn without looking. Of a folder with CHECK only what has become TUNE-2.
 */
export const readWild = (folder: string, limit: number): Sample[] =>
  readRows(folder, limit, (row) => partOf(row).startsWith('TUNE'));

/** For counting alone: no rule is written by what stands here. */
export const readUnread = (folder: string, part: 'CHECK' | 'FINAL', limit: number): Sample[] =>
  readRows(folder, limit, (row) => partOf(row) === part);

function readRows(folder: string, limit: number, isWanted: (row: Row) => boolean): Sample[] {
  return readFileSync(join(folder, 'index.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
    .filter(isWanted)
    .sort((a, b) => (a.digest < b.digest ? -1 : 1))
    .slice(0, limit)
    .map((row) => toSample(folder, row));
}

const toSample = (folder: string, { dir, source, owner, digest, bytes }: Row): Sample => ({
  id: dir,
  label: 'wild',
  category: '',
  campaign: '',
  source,
  repository: owner,
  cluster: digest,
  bytes,
  isWeak: false,
  load: () => ({
    productType: 'SKILL',
    files: readSkill(join(folder, dir)).files,
    // The publisher is part of what the engine is told in life: an address of the same owner is the owner's own.
    source: { url: `https://github.com/${owner}/${digest.slice(0, 12)}`, ref: '' },
  }),
});
