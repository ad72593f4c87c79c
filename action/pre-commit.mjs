#!/usr/bin/env node
/**
 * Reviews every skill that a commit touches: the nearest folder with a SKILL.md above each file named on the command line, and the skill
 * that a link leads to. It uses no shell, so that it works on every platform of pre-commit, which reads the first line on Windows, too.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram, install, LOCK } from './install.mjs';

/** As the command itself: 2 is no answer. */
const UNDECIDED = 2;

const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
const holdsSkill = (folder) =>
  isFolder(folder) && readdirSync(folder).some((name) => name.toLowerCase() === 'skill.md');

/** The skill that a file belongs to. */
function findSkill(file) {
  let folder = isFolder(file) ? file : dirname(file);
  while (!holdsSkill(folder)) {
    if (dirname(folder) === folder) return undefined;
    folder = dirname(folder);
  }
  return folder;
}

/** Installs once for each set of pinned packages, outside of the repository: beside its place, then renamed. */
function findAssay() {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'assay');
  const pins = existsSync(LOCK) ? createHash('sha256').update(readFileSync(LOCK)).digest('hex') : 'none';
  const place = join(cache, `cli-${pins}`);
  const found = findProgram(place);
  if (found !== undefined) return found;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft.'));
  const problem = install(draft);
  if (problem !== undefined) {
    rmSync(draft, { recursive: true, force: true });
    process.stderr.write(`${problem}\nassay: @assay/cli could not be installed; nothing was reviewed.\n`);
    return undefined;
  }
  rmSync(place, { recursive: true, force: true });
  renameSync(draft, place);
  return findProgram(place);
}

function findCommand() {
  const chosen = (process.env.ASSAY_COMMAND ?? '').split(/\s+/).filter((word) => word !== '');
  if (chosen.length > 0) return chosen;
  const program = findAssay();
  return program === undefined ? undefined : [process.execPath, program];
}

const skills = new Set(process.argv.slice(2).map(findSkill));
skills.delete(undefined);

function review() {
  const command = findCommand();
  if (command === undefined) return UNDECIDED;
  const [program, ...words] = command;
  const ran = spawnSync(program, [...words, 'scan', '--no-sandbox', '--', ...skills], { stdio: 'inherit' });
  if (ran.error !== undefined) process.stderr.write(`assay: ${program} cannot be started: ${ran.error.message}\n`);
  return ran.status ?? UNDECIDED;
}

if (skills.size > 0) process.exitCode = review();
