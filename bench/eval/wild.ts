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

/** The default number of skills per owner. Further skills of owners with whole libraries are a separate part. */
const PER_OWNER = 20;

/**
 * Since November 2026 the folder CHECK is TUNE-2, and so is the folder FINAL as it is collected by default, and beyond that what has digests below the
 * first of these: every blocked skill in them was read, in seven steps. CHECK and FINAL are what is left: of the owners of that folder, beyond the
 * twentieth of each, up to the second of these digests and from it on. Nobody has looked at it, but other skills of the same fifteen owners were read.
 */
const CHECK_FROM = 'b6';
const FINAL_FROM = 'db';

type Part = 'TUNE' | 'TUNE-2' | 'CHECK' | 'FINAL';

/** TUNE and TUNE-2 are what rules are written by; CHECK and FINAL are what nobody looks at but a program that counts. */
export const partOf = ({ dir, digest }: Pick<Row, 'dir' | 'digest'>, place: number): Part => {
  if (dir.startsWith('TUNE/')) return 'TUNE';
  if (dir.startsWith('CHECK/') || place < PER_OWNER || digest < CHECK_FROM) return 'TUNE-2';
  return digest < FINAL_FROM ? 'CHECK' : 'FINAL';
};

/**
 * Unlabelled skills as people publish them, in the order of their digests: the first so many are the same sample on every
 * machine and day, and are drawn without looking. Of the folders CHECK and FINAL only what has become TUNE-2.
 */
export const readWild = (folder: string, limit: number): Sample[] =>
  readRows(folder, limit, (part) => part.startsWith('TUNE'));

/** For counting alone: no rule is written by what stands here. */
export const readUnread = (folder: string, part: 'CHECK' | 'FINAL', limit: number): Sample[] =>
  readRows(folder, limit, (one) => one === part);

function readRows(folder: string, limit: number, isWanted: (part: Part) => boolean): Sample[] {
  const places = new Map<string, number>();
  return readFileSync(join(folder, 'index.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
    .sort((a, b) => (a.digest < b.digest ? -1 : 1))
    .filter((row) => {
      const owner = `${row.source} ${row.owner.toLowerCase()}`;
      const place = places.get(owner) ?? 0;
      places.set(owner, place + 1);
      return isWanted(partOf(row, place));
    })
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
