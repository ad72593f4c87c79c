import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readSkill } from '../../../apps/cli/src/skills/read-skill.ts';
import type { StrangerSample } from '../suites/stranger-files.ts';

const Row = z.object({
  dir: z.string().min(1),
  source: z.string(),
  owner: z.string(),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(0),
});

type WildChoice = { readonly count: number; readonly bytesMax: number };

/** Skills as people publish them: presumed harmless, drawn by the hash of their content, one per owner. */
export function readWild(folder: string, { count, bytesMax }: WildChoice): StrangerSample[] {
  const rows = readFileSync(join(folder, 'index.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Row.parse(JSON.parse(line)))
    .filter(({ bytes }) => bytes <= bytesMax)
    .map((row) => ({ row, draw: createHash('sha256').update(`wild ${row.digest}`).digest('hex') }))
    .sort((a, b) => (a.draw < b.draw ? -1 : 1));
  const byOwner = new Map<string, z.infer<typeof Row>>();
  for (const { row } of rows) if (!byOwner.has(row.owner)) byOwner.set(row.owner, row);
  return [...byOwner.values()].slice(0, count).map((row) => toSample(folder, row));
}

const toSample = (folder: string, { dir, source, owner, digest, bytes }: z.infer<typeof Row>): StrangerSample => ({
  id: `wild/${digest}`,
  label: 'benign',
  category: 'wild',
  suite: 'wild',
  channel: 'prose',
  campaign: 'wild',
  source,
  repository: owner,
  cluster: digest,
  bytes,
  isWeak: false,
  load: () => ({ productType: 'SKILL', files: readSkill(join(folder, dir)).files, source: { url: 'local:', ref: '' } }),
});
