import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readSkill } from '../../apps/cli/src/skills/read-skill.ts';
import type { Sample } from './sample.ts';

/** Reads the index that `corpora/collect` wrote. The samples are hostile: they are only read as bytes. */
export function readCorpus(folder: string): Sample[] {
  return readFileSync(join(folder, 'index.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => toSample(folder, JSON.parse(line)));
}

function toSample(folder: string, row: Record<string, unknown>): Sample {
  const text = (name: string): string => {
    const value = row[name];
    return typeof value === 'string' ? value : '';
  };
  const label = text('label');
  if (label !== 'malicious' && label !== 'benign') throw new Error(`${folder}: a row has the label "${label}"`);
  const id = text('dir');
  return {
    id,
    label,
    category: text('category'),
    campaign: text('campaign'),
    source: text('source_group') || text('repo'),
    repository: text('repo'),
    cluster: text('cluster') || id,
    bytes: typeof row.bytes === 'number' ? row.bytes : 0,
    isWeak: row.weak_label === true,
    load: () => ({
      productType: 'SKILL',
      files: readSkill(join(folder, id)).files,
      source: { url: `https://corpus.example.invalid/${basename(id)}`, ref: '' },
    }),
  };
}
