import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BundleFile, ProductType } from '@assay/protocol';

const SAMPLES = fileURLToPath(new URL('../../../../../samples/', import.meta.url));

/** One folder per product type, with the name or ending of its main file and the member that holds the product's name. */
const KINDS = [
  { folder: 'skills', productType: 'SKILL', entry: 'SKILL.md', named: 'name' },
  { folder: 'apis', productType: 'API', entry: 'openapi.yaml', named: 'title' },
  { folder: 'skill-apis', productType: 'SKILL+API', entry: 'SKILL.md', named: 'name' },
  { folder: 'tools', productType: 'TOOL', entry: 'tools.json', named: 'name' },
  { folder: 'contracts', productType: 'CONTRACT', entry: '.sol', named: 'name' },
] as const satisfies readonly { productType: ProductType; [member: string]: string }[];
type Kind = (typeof KINDS)[number];

export type Sample = {
  readonly productType: ProductType;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly files: BundleFile[];
};

/** Reads the samples of this repository from disk. Their main files are known, so a line-based parser suffices. */
export async function readSamples(): Promise<Sample[]> {
  const kinds = await Promise.all(
    KINDS.map(async (kind) => {
      const names = (await readdir(join(SAMPLES, kind.folder))).sort();
      return Promise.all(names.map((name) => readSample(join(SAMPLES, kind.folder, name), kind)));
    }),
  );
  return kinds.flat();
}

async function readSample(folder: string, { productType, entry: main, named }: Kind): Promise<Sample> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return { path: relative(folder, path).split(sep).join('/'), bytes: new Uint8Array(await readFile(path)) };
      }),
  );
  const entry = files.find(({ path }) => path === main || (main.startsWith('.') && path.endsWith(main)));
  if (entry === undefined) throw new Error(`The sample ${folder} has no ${main}`);
  const text = new TextDecoder().decode(entry.bytes);
  return {
    productType,
    name: fieldOf(text, named),
    version: fieldOf(text, 'version'),
    description: fieldOf(text, 'description'),
    files,
  };
}

function fieldOf(text: string, field: string): string {
  const value = new RegExp(`^\\s*"?${field}"?: "?(.+?)"?,?$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`A sample has no ${field}`);
  return value;
}
