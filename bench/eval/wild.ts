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
 * Unlabelled skills as people publish them, in the order of their digests: the first so many are the same sample on every
 * machine and day, and are drawn without looking.
 */
export function readWild(folder: string, limit: number): Sample[] {
  return readFileSync(join(folder, 'index.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
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
