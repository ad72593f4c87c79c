import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PASSES, type Pass } from '@assay/audit';
import * as z from 'zod';
import { readSkill } from '../../../apps/cli/src/skills/read-skill.ts';
import { readCorpus } from '../corpus.ts';
import { LIBRARY } from '../suites/library-contracts.ts';
import type { SuiteSample } from '../suites/suite-files.ts';

/** Published skills. They are read once. The readers' texts about published products are not stored. */
export const WILD = 'wild';
export const THIRD_PARTY = 'third-party';
export const isPublished = (suite: string): boolean => suite === WILD || suite === THIRD_PARTY || suite === LIBRARY;
/** Published skills are read once, everything else in every pass. */
export const passesOf = ({ suite }: SuiteSample): readonly Pass[] =>
  isPublished(suite) && suite !== LIBRARY ? ['a'] : PASSES;

const Row = z.object({
  dir: z.string().min(1),
  source: z.string(),
  owner: z.string(),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(0),
});

type Choice = { readonly count: number; readonly bytesMax: number };

const byDraw = <T>(items: readonly T[], keyOf: (item: T) => string): T[] =>
  items
    .map((item) => ({ item, draw: createHash('sha256').update(keyOf(item)).digest('hex') }))
    .sort((a, b) => (a.draw < b.draw ? -1 : 1))
    .map(({ item }) => item);

/** Skills as people publish them: presumed harmless, drawn by the hash of their content, one per owner. */
export function readWild(folder: string, { count, bytesMax }: Choice): SuiteSample[] {
  const rows = readFileSync(join(folder, 'index.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Row.parse(JSON.parse(line)))
    .filter(({ bytes }) => bytes <= bytesMax);
  const byOwner = new Map<string, z.infer<typeof Row>>();
  for (const row of byDraw(rows, ({ digest }) => `wild ${digest}`)) {
    if (!byOwner.has(row.owner)) byOwner.set(row.owner, row);
  }
  return [...byOwner.values()].slice(0, count).map((row) => toWildSample(folder, row));
}

const toWildSample = (folder: string, { dir, source, owner, digest, bytes }: z.infer<typeof Row>): SuiteSample => ({
  id: `${WILD}/${digest}`,
  label: 'benign',
  category: WILD,
  suite: WILD,
  channel: 'prose',
  campaign: WILD,
  source,
  repository: owner,
  cluster: digest,
  bytes,
  isWeak: false,
  load: () => ({ productType: 'SKILL', files: readSkill(join(folder, dir)).files, source: { url: 'local:', ref: '' } }),
});

/** Skills that others labelled: drawn by the hash of their cluster, one per cluster, as many hostile as harmless ones. */
export function readThirdParty(folder: string, { count, bytesMax }: Choice): SuiteSample[] {
  const samples = readCorpus(folder).filter(({ bytes, isWeak }) => bytes <= bytesMax && !isWeak);
  const drawn = byDraw(samples, ({ cluster, id }) => `third-party ${cluster} ${id}`);
  const clusters = [...new Map(drawn.toReversed().map((sample) => [sample.cluster, sample])).values()];
  const ordered = byDraw(clusters, ({ cluster }) => `third-party ${cluster}`);
  return (['malicious', 'benign'] as const).flatMap((label) =>
    ordered
      .filter((sample) => sample.label === label)
      .slice(0, Math.ceil(count / 2))
      .map((sample) => ({
        ...sample,
        id: `${THIRD_PARTY}/${sample.cluster}`,
        suite: THIRD_PARTY,
        channel: 'prose' as const,
      })),
  );
}
