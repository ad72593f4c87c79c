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
 * Since November 2026 the folder CHECK is TUNE-2: every blocked skill in it was read, in three steps. So is of the folder FINAL what has digests
 * below the first of these, whose blocked skills were read in a fourth; from there to the second is CHECK, and the rest is FINAL. Of both somebody
 * who writes no rules has said which alarms are right, and told nobody why.
 */
const CHECK_FROM = '6be';
const FINAL_FROM = 'b6';

/** TUNE and TUNE-2 are what rules are written by; CHECK and FINAL are what nobody looks at but a program that counts. */
export const partOf = ({ dir, digest }: Pick<Row, 'dir' | 'digest'>): 'TUNE' | 'TUNE-2' | 'CHECK' | 'FINAL' => {
  if (dir.startsWith('TUNE/')) return 'TUNE';
  if (dir.startsWith('CHECK/') || digest < CHECK_FROM) return 'TUNE-2';
  return digest < FINAL_FROM ? 'CHECK' : 'FINAL';
};

/**
 * Unlabelled skills as people publish them, in the order of their digests: the first so many are the same sample on every
 * machine and day, and are drawn without looking. Of the folders CHECK and FINAL only what has become TUNE-2.
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
