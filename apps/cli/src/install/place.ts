import { randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { UsageError } from '../exit-codes.ts';
import type { TreeFile } from './git.ts';
import { linkFolders, STORE } from './hosts.ts';

const EXECUTABLE = 0o755;
const PLAIN = 0o644;

export const storeOf = (project: string, name: string): string => join(project, STORE, name);

/** A cloned project can hold a link in the place of a folder; nothing is written through one that leads out of the project. */
export function requireInside(project: string, folder: string): void {
  let existing = folder;
  while (!existsSync(existing) && existing !== dirname(existing)) existing = dirname(existing);
  const real = realpathSync(existing);
  const root = realpathSync(project);
  if (real !== root && !real.startsWith(`${root}${sep}`))
    throw new UsageError(`${folder} leads out of the project to ${real}. Remove the link first.`);
}

type Placed = { readonly undo: () => void; readonly done: () => void };

/**
 * Puts the files where hosts look for them: written whole beside the store, then renamed into place, then linked. `undo` restores what
 * was there before; `done` removes it.
 */
export function placeSkill(
  project: string,
  name: string,
  files: readonly TreeFile[],
  hosts: readonly string[],
): Placed {
  const target = storeOf(project, name);
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
    throw new UsageError(`${at} is there already and is not the skill of ${STORE}/${name}. Move it away first.`);
}

/** `false` where it was there already. */
function link(project: string, folder: string, name: string): boolean {
  const at = join(project, folder, name);
  if (lstatSync(at, { throwIfNoEntry: false }) !== undefined) return false;
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(relative(dirname(at), storeOf(project, name)), at, 'dir');
  return true;
}

export function leadsToStore(project: string, at: string, name: string): boolean {
  const found = lstatSync(join(project, at), { throwIfNoEntry: false });
  if (!found?.isSymbolicLink()) return false;
  return join(project, dirname(at), readlinkSync(join(project, at))) === storeOf(project, name);
}

/** Links that are not there yet; what is there already is left for the check. */
export function linkHosts(project: string, name: string, hosts: readonly string[]): void {
  for (const folder of linkFolders(hosts)) {
    if (lstatSync(join(project, folder, name), { throwIfNoEntry: false }) !== undefined) continue;
    requireInside(project, join(project, folder, name));
    link(project, folder, name);
  }
}
