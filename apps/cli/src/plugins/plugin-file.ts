import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { RulePack } from '@assay/audit';
import { readPack } from '@assay/audit/rule-packs';
import { UsageError } from '../exit-codes.ts';

/** Far above the limit of a pack. Larger files are not read. */
const FILE_BYTES_MAX = 1_000_000;

export function readPluginFile(file: string, cwd: string): string {
  const path = resolve(cwd, file);
  try {
    if (statSync(path).size <= FILE_BYTES_MAX) return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new UsageError(`${file}: cannot be read.`, { cause });
  }
  throw new UsageError(`${file}: too large for a rule pack.`);
}

/** The name of a local pack is its file name. */
export function toRulePack(file: string, text: string): RulePack {
  const read = readPack(text);
  if (!read.ok) {
    const [first] = read.issues;
    throw new UsageError(`${file}:${first?.line ?? 1}: ${first?.detail ?? 'no rules'}. See: assay plugin test ${file}`);
  }
  const name = basename(file)
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64);
  return { id: name || 'pack', digest: createHash('sha256').update(text).digest('hex'), text };
}
