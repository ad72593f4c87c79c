import { randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { UsageError } from '../exit-codes.ts';
import type { TreeFile } from './git.ts';
import { linkFolders, PLUGIN_STORE, STORE } from './hosts.ts';

const EXECUTABLE = 0o755;
const PLAIN = 0o644;

type Kind = 'plugin' | undefined;

export const storeFolder = (kind: Kind): string => (kind === 'plugin' ? PLUGIN_STORE : STORE);
export const storeOf = (project: string, name: string, kind?: Kind): string => join(project, storeFolder(kind), name);

/** A cloned project can contain a link instead of a folder. Nothing is written through a link, wherever it leads. */
export function requireInside(project: string, folder: string): void {
  let existing = folder;
  while (lstatSync(existing, { throwIfNoEntry: false }) === undefined && existing !== dirname(existing))
    existing = dirname(existing);
  if (!existsSync(existing)) throw new UsageError(`${existing} is a broken link. Remove the link first.`);
  const real = realpathSync(existing);
  const root = realpathSync(project);
  if (real !== root && !real.startsWith(`${root}${sep}`))
    throw new UsageError(`${folder} is a link out of the project, to ${real}. Remove the link first.`);
  if (!isReachedWithoutLinks(project, existing))
    throw new UsageError(`${folder} goes through a link to ${real}. Remove the link first.`);
}

/** Whether a path of the project contains no link. A link in it would change the target of relative links below it. */
export function isReachedWithoutLinks(project: string, path: string): boolean {
  try {
    return realpathSync(path) === join(realpathSync(project), relative(project, path));
  } catch {
    return false;
  }
}

export type Placed = { readonly undo: () => void; readonly done: () => void };

/**
 * Places the files where hosts look for them: writes them completely beside the store, renames them into place, then
 * links them. `undo` restores the previous state; `done` removes its backup.
 */
export function placeSkill(
  project: string,
  name: string,
  files: readonly TreeFile[],
  hosts: readonly string[],
  kind?: Kind,
): Placed {
  const target = storeOf(project, name, kind);
  requireInside(project, target);
  for (const folder of linkFolders(hosts)) requireLinkable(project, join(folder, name), name);
  const stage = join(project, dirname(STORE), `.assay-${randomBytes(8).toString('hex')}`);
  const before = join(stage, 'before');
  const steps: (() => void)[] = [() => rmSync(stage, { recursive: true, force: true })];
  const undo = () => {
    for (const step of steps.toReversed()) step();
  };
  try {
    writeFiles(join(stage, 'after'), files);
    mkdirSync(dirname(target), { recursive: true });
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) {
      renameSync(target, before);
      steps.push(() => renameSync(before, target));
    }
    renameSync(join(stage, 'after'), target);
    steps.push(() => rmSync(target, { recursive: true, force: true }));
    for (const folder of linkFolders(hosts))
      if (link(project, folder, name)) steps.push(() => rmSync(join(project, folder, name)));
  } catch (error) {
    undo();
    throw error;
  }
  return { undo, done: () => rmSync(stage, { recursive: true, force: true }) };
}

export function writeFiles(folder: string, files: readonly TreeFile[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { path, bytes, mode } of files) {
    const at = join(folder, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, bytes, { flag: 'wx', mode: mode === '100755' ? EXECUTABLE : PLAIN });
  }
}

function requireLinkable(project: string, at: string, name: string): void {
  requireInside(project, dirname(join(project, at)));
  const found = lstatSync(join(project, at), { throwIfNoEntry: false });
  if (found !== undefined && !leadsToStore(project, at, name))
    throw new UsageError(`${at} already exists and is not the skill of ${STORE}/${name}. Move it away first.`);
}

/** Returns `false` if the link already exists. */
function link(project: string, folder: string, name: string): boolean {
  const at = join(project, folder, name);
  if (lstatSync(at, { throwIfNoEntry: false }) !== undefined) return false;
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(relative(dirname(at), storeOf(project, name)), at, 'dir');
  return true;
}

/** Whether the host's link, resolved as by the system, leads to the store. */
export function leadsToStore(project: string, at: string, name: string): boolean {
  const path = join(project, at);
  const store = storeOf(project, name);
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return false;
  return (
    isReachedWithoutLinks(project, dirname(path)) &&
    isReachedWithoutLinks(project, store) &&
    existsSync(path) &&
    realpathSync(path) === realpathSync(store)
  );
}

/** Creates the missing links. Existing entries are left for the check. `undo` removes the created links. */
export function linkHosts(project: string, name: string, hosts: readonly string[]): Placed {
  const made: string[] = [];
  for (const folder of linkFolders(hosts)) {
    const at = join(project, folder, name);
    if (lstatSync(at, { throwIfNoEntry: false }) !== undefined) continue;
    requireInside(project, at);
    if (link(project, folder, name)) made.push(at);
  }
  return { undo: () => made.forEach((at) => void rmSync(at)), done: () => undefined };
}
