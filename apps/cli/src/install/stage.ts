import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { UsageError } from '../exit-codes.ts';
import { readRegularFile } from '../skills/regular-file.ts';
import type { Terminal } from '../terminal.ts';
import { FetchError, fetchCommit, isSafePath, type TreeFile } from './git.ts';
import { writeFiles } from './place.ts';
import { parseSource } from './source.ts';

const ZIP_BYTES_MAX = 64 * 1024 * 1024;
const UNPACKED_BYTES_MAX = 256 * 1024 * 1024;

export type Stage = { readonly folder: string; readonly names: readonly string[]; readonly close: () => void };

/** Places the content to scan in a temporary folder that is removed afterwards. None of it runs outside the sandbox. */
export async function stageRemote(paths: readonly string[], terminal: Terminal): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-scan-'));
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    const names: string[] = [];
    for (const [index, path] of paths.entries()) {
      const name = basename(path.replace(/[#?].*$/, '').replace(/\/+$/, '')).replace(/[^\w.-]/g, '-') || 'source';
      const unique = names.includes(name) ? `${name}-${index + 1}` : name;
      names.push(unique);
      const isZip = /\.zip$/i.test(path) && !/^https?:/i.test(path);
      if (isZip) writeFiles(join(folder, unique), await unpack(resolve(terminal.cwd, path), path));
      else await checkOut(path, join(folder, unique), terminal);
    }
    return { folder, names, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Checks out every skill of a repository, or the one that the address names. */
async function checkOut(address: string, folder: string, terminal: Terminal): Promise<void> {
  const source = parseSource(address, terminal.cwd);
  if (source.kind !== 'git') throw new UsageError(`${address} is not a repository URL.`);
  const checkout = await fetchCommit(source, terminal.config.gitEnvironment);
  try {
    const wanted = checkout.skills.filter(
      (each) => source.path === undefined || each === source.path || each.startsWith(`${source.path}/`),
    );
    if (wanted.length === 0) throw new UsageError(`${address} contains no SKILL.md.`);
    // A skill at the root contains all others.
    for (const skill of wanted.includes('.') ? ['.'] : wanted)
      writeFiles(join(folder, skill), await checkout.read(skill));
    terminal.err(`assay: ${source.url} at commit ${checkout.commit}\n`);
  } finally {
    await checkout.close();
  }
}

async function unpack(path: string, given: string): Promise<TreeFile[]> {
  const { unpackZip } = await import('@assay/analysis/bundle/zip');
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(path, ZIP_BYTES_MAX);
  } catch (error) {
    throw new UsageError(`${given} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  const { entries, problems } = unpackZip(bytes, UNPACKED_BYTES_MAX);
  const [problem] = problems;
  // The harmful part could be the one that cannot be unpacked.
  if (problem !== undefined)
    throw new FetchError(`${given} cannot be unpacked completely: ${problem.detail} (${problem.problem}).`);
  const odd = entries.find(({ path: name }) => !isSafePath(name));
  if (odd !== undefined) throw new FetchError(`${given} has an entry with an unsafe name: ${odd.path}.`);
  const names = entries.map(({ path: name }) => name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new FetchError(`${given} has ${twice} twice.`);
  return entries.map((entry) => ({ ...entry, mode: '100644' }));
}
