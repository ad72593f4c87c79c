import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadParserAssets } from '@assay/analysis/node/parser-assets';
import type { ProductType } from '@assay/analysis/types';
import { describe, expect, it } from 'vitest';
import { audit } from './engine.ts';

const SAMPLES = fileURLToPath(new URL('../../../samples/', import.meta.url));
const TYPES: Readonly<Record<string, ProductType>> = {
  apis: 'API',
  contracts: 'CONTRACT',
  'skill-apis': 'SKILL+API',
  skills: 'SKILL',
  tools: 'TOOL',
};

const parsers = loadParserAssets();
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => ({ path: relative(folder, file), bytes: new Uint8Array(readFileSync(file)) }));
const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name);

describe('the samples', () => {
  it('are of every type', () => {
    // `agents` holds programs for the world, not products.
    const products = foldersIn(SAMPLES).filter((name) => name !== 'agents');
    expect(products.sort()).toEqual(Object.keys(TYPES).sort());
  });

  it.each(Object.entries(TYPES))('in %s pass as %s', async (kind, productType) => {
    const folders = foldersIn(join(SAMPLES, kind));
    expect(folders).not.toEqual([]);
    for (const name of folders) {
      const files = filesIn(join(SAMPLES, kind, name));
      const report = await audit({ productType, files, source: { url: '', ref: '' } }, { parsers });
      expect([name, report.reviewResult]).toEqual([name, 'NO_FINDINGS']);
    }
  });
});
