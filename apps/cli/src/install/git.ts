import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalFile } from '@assay/client';
import { FOLDER_LIMITS } from '@assay/client/node';
import type { Config } from '../config.ts';
import { PLUGIN_MANIFEST } from './plugin.ts';

/** A repository, a reference or a folder of it is not available. The message names it and the reason. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
}

export const GIT_LIMITS = { timeoutMs: 120_000, entriesMax: 200_000, outputBytesMax: 64 * 1024 * 1024 } as const;

type Entry = { readonly mode: string; readonly type: string; readonly id: string; readonly path: string };
export type TreeFile = LocalFile & { readonly mode: '100644' | '100755' };

/** One commit of a repository, read from git's object store. Nothing is checked out, so no filter, attribute or hook can run. */
export type Checkout = {
  readonly commit: string;
  /** Folders with a SKILL.md, `.` for the root. */
  readonly skills: readonly string[];
  /** Folders with a plugin manifest and without their own SKILL.md. */
  readonly plugins: readonly string[];
  readonly read: (folder: string) => Promise<readonly TreeFile[]>;
  readonly close: () => Promise<void>;
};

type Wanted = { readonly url: string; readonly ref: string | undefined };

/** The user's settings apply (credentials, proxies). Git never prompts, runs no hook and uses only these protocols. */
const toEnvironment = (environment: Config['gitEnvironment'], folder: string) => ({
  ...environment,
  GIT_DIR: folder,
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'true',
  SSH_ASKPASS: 'true',
  GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
  GIT_ALLOW_PROTOCOL: 'https:http:ssh',
  GIT_LFS_SKIP_SMUDGE: '1',
  LC_ALL: 'C',
});

export async function fetchCommit(
  { url, ref = 'HEAD' }: Wanted,
  environment: Config['gitEnvironment'],
): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-git-'));
  const close = () => rm(folder, { recursive: true, force: true });
  const env = toEnvironment(environment, folder);
  const git = (words: readonly string[], input = '') => runGit(words, input, env);
  try {
    await git(['init', '--quiet', '--bare', '--', folder]);
    const options = ['--depth=1', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--quiet'];
    await git(['fetch', ...options, '--', url, `+${ref}:refs/assay/wanted`]).catch((error: Error) => {
      throw new FetchError(
        `${url} cannot be fetched at ${ref} (${error.message}). Check the name, the reference and your access.`,
        { cause: error },
      );
    });
    const commit = (await git(['rev-parse', '--verify', '--end-of-options', 'refs/assay/wanted^{commit}']))
      .toString('utf8')
      .trim();
    if (!/^[0-9a-f]{40}$/.test(commit)) throw new FetchError(`${url} has no commit ${ref}.`);
    const entries = parseTree(await git(['ls-tree', '-r', '-z', '--full-tree', commit]), url);
    const skills = foldersWith(entries, 'SKILL.md');
    const plugins = foldersWith(entries, PLUGIN_MANIFEST).filter((folder) => !skills.includes(folder));
    return { commit, skills, plugins, read: (path) => readTree(entries, path, git), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function parseTree(output: Buffer, url: string): Entry[] {
  const lines = output
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '');
  if (lines.length > GIT_LIMITS.entriesMax)
    throw new FetchError(`${url} contains more than ${GIT_LIMITS.entriesMax} files.`);
  return lines.map((line) => {
    const [, mode = '', type = '', id = '', path = ''] = /^(\d{6}) (\w+) ([0-9a-f]{40})\t(.+)$/s.exec(line) ?? [];
    return { mode, type, id, path };
  });
}

function foldersWith(entries: readonly Entry[], file: string): string[] {
  const found = entries.flatMap(({ path }) =>
    `/${path}`.endsWith(`/${file}`) ? [path.slice(0, -file.length - 1) || '.'] : [],
  );
  return found.sort();
}

/** Every file below a folder. Links and submodules are never certified, so one of them rejects the whole folder. */
async function readTree(
  entries: readonly Entry[],
  folder: string,
  git: (words: readonly string[], input?: string) => Promise<Buffer>,
): Promise<TreeFile[]> {
  const prefix = folder === '.' ? '' : `${folder}/`;
  const inside = entries.filter(({ path }) => path.startsWith(prefix));
  if (inside.length > FOLDER_LIMITS.filesMax)
    throw new FetchError(`${folder} contains more than ${FOLDER_LIMITS.filesMax} files.`);
  const odd = inside.find(({ mode, path }) => !/^100(?:644|755)$/.test(mode) || !isSafePath(path));
  if (odd !== undefined)
    throw new FetchError(`${odd.path} is a link, a submodule or has an unsafe name, so it is not installed.`);
  const output = await git(['cat-file', '--batch'], inside.map(({ id }) => `${id}\n`).join(''));
  let at = 0;
  return inside.map(({ path, mode, id }) => {
    const end = output.indexOf(10, at);
    const [, size = ''] = new RegExp(`^${id} blob (\\d+)$`).exec(output.toString('utf8', at, end)) ?? [];
    if (size === '') throw new FetchError(`${path} is missing from the repository.`);
    const bytes = new Uint8Array(output.subarray(end + 1, end + 1 + Number(size)));
    at = end + 2 + Number(size);
    return { path: path.slice(prefix.length), mode: mode as TreeFile['mode'], bytes };
  });
}

/** Rejects paths that git refuses to check out and paths that leave the folder. */
export const isSafePath = (path: string): boolean =>
  !/[\0\\]/.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/^\.git$/i.test(part));

/** A repository from an archive contains its author's settings, which can name programs. */
const QUIET = ['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'credential.interactive=false'];

export function runGit(
  words: readonly string[],
  input: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...QUIET.flatMap((setting) => ['-c', setting]), ...words], { env });
    const parts: Buffer[] = [];
    let size = 0;
    let errors = '';
    const stop = setTimeout(() => child.kill('SIGKILL'), GIT_LIMITS.timeoutMs);
    child.stdin.on('error', () => undefined).end(input);
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size > GIT_LIMITS.outputBytesMax) child.kill('SIGKILL');
      else parts.push(part);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = `${errors}${text}`.slice(-4_000);
    });
    child.on('error', (error) => {
      clearTimeout(stop);
      reject(new FetchError('git cannot be started. Install git and try again.', { cause: error }));
    });
    child.on('close', (code) => {
      clearTimeout(stop);
      if (code === 0) resolve(Buffer.concat(parts));
      else if (code === null)
        reject(new FetchError(`git took longer than ${GIT_LIMITS.timeoutMs / 1_000} s or printed too much output.`));
      else reject(new FetchError(errors.trim().replace(/\s+/g, ' ') || `git exited with code ${code}`));
    });
  });
}
