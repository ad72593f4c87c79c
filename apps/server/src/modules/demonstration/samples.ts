import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BundleFile } from '@assay/protocol';

const SAMPLES = fileURLToPath(new URL('../../../../../samples/skills/', import.meta.url));

export type Sample = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly files: BundleFile[];
};

/** The sample skills of this repository, read from disk. Their front matter is our own, so plain lines are enough to read it. */
export async function readSamples(): Promise<Sample[]> {
  const names = (await readdir(SAMPLES)).sort();
  return Promise.all(names.map((name) => readSample(join(SAMPLES, name))));
}

async function readSample(folder: string): Promise<Sample> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return { path: relative(folder, path).split(sep).join('/'), bytes: new Uint8Array(await readFile(path)) };
      }),
  );
  const skillMd = files.find(({ path }) => path === 'SKILL.md');
  if (skillMd === undefined) throw new Error(`The sample ${folder} has no SKILL.md`);
  const text = new TextDecoder().decode(skillMd.bytes);
  return {
    name: fieldOf(text, 'name'),
    version: fieldOf(text, 'version'),
    description: fieldOf(text, 'description'),
    files,
  };
}

function fieldOf(text: string, field: string): string {
  const value = new RegExp(`^\\s*${field}: "?(.+?)"?$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`A sample skill has no ${field}`);
  return value;
}
