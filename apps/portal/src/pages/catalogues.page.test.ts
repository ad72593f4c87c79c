import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Context } from '../page.ts';
import { rules } from './catalogues.page.tsx';

const readme = readFileSync(new URL('../../../../docs/rules/README.md', import.meta.url), 'utf8');
const context = { place: { documents: { read: () => readme, names: () => [] } } } as unknown as Context;

it('the rules page reads kind and severity of every rule from the generated table', async () => {
  const items = await rules.load(context);
  expect(items.length).toBeGreaterThan(100);
  const isRow = ({ kind, severity, nature }: (typeof items)[number]) =>
    /^(PROOF|HINT)$/.test(kind) && /^(CRITICAL|HIGH|MEDIUM|LOW|INFO)$/.test(severity) && /^[a-z]+$/.test(nature);
  expect(items.filter((item) => !isRow(item))).toEqual([]);
  expect(items.map(({ id }) => id)).toContain('MOD-01');
});
