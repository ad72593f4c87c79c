import type { GuardPolicy } from '@assay/client';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { assess } from '../install/assess.ts';
import { openCandidate } from '../install/candidate.ts';
import { type Difference, differenceOf } from '../install/difference.ts';
import { readInstalled } from '../install/digests.ts';
import { runGit } from '../install/git.ts';
import { linkFolders } from '../install/hosts.ts';
import { install } from '../install/install.ts';
import { LOCK_FILE, type Lock, type LockedSkill, readLock } from '../install/lock.ts';
import { findNewer, type Newer } from '../install/newer.ts';
import { storeFolder, storeOf } from '../install/place.ts';
import { toScreen } from '../install/screen.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import { createStyle } from '../render/style.ts';
import { worstExit } from '../render/verdict.ts';
import type { Service } from '../service/connect.ts';
import { readUserSettings } from '../service/settings.ts';
import type { Terminal } from '../terminal.ts';
import { decide, toRecord } from './add.run.ts';

const NO_NEWER = 'no newer certified version found\n';

type Outdated = { readonly name: string; readonly entry: LockedSkill; readonly newer: Newer };

async function listOutdated({ skills }: Lock, names: readonly string[], service: Service): Promise<Outdated[]> {
  const found: Outdated[] = [];
  for (const [name, entry] of Object.entries(skills).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const newer = names.length === 0 || names.includes(name) ? await findNewer(entry, service) : undefined;
    if (newer !== undefined) found.push({ name, entry, newer });
  }
  return found;
}

function requireLock({ cwd, err }: Terminal): Lock | undefined {
  const lock = readLock(cwd);
  if (lock === undefined) err(`assay: no ${LOCK_FILE} found. Create one with: assay add SOURCE\n`);
  return lock;
}

export async function runOutdated(isJson: boolean, service: Service, terminal: Terminal): Promise<ExitCode> {
  const lock = requireLock(terminal);
  if (lock === undefined) return EXIT.nothingToScan;
  const found = await listOutdated(lock, [], service);
  const rows = found.map(({ name, entry, newer: { now, next, from } }) => ({
    name,
    version: now.skillVersion,
    certificateId: now.certificateId,
    commit: entry.commit,
    newest: {
      version: next.skillVersion,
      certificateId: next.certificateId,
      commit: from.commit,
      issuedAt: next.certificateIssuedAt,
    },
  }));
  if (isJson) terminal.out(`${toSafeJson(rows, 2)}\n`);
  for (const { name, version, newest } of isJson ? [] : rows)
    terminal.out(
      `${toSafeText(`${name} ${version} → ${newest.version}, certificate ${newest.certificateId}, commit ${newest.commit}`)}\n`,
    );
  if (!isJson && rows.length === 0) terminal.out(NO_NEWER);
  return rows.length === 0 ? EXIT.safe : EXIT.unsafe;
}

type UpdateInput = {
  readonly names: readonly string[];
  readonly isConfirmed: boolean;
  readonly isForBot: boolean;
  readonly isJson: boolean;
  readonly host: string | undefined;
  readonly policy: GuardPolicy;
};

type Updated = { readonly exit: ExitCode; readonly record: object };

export async function runUpdate(input: UpdateInput, service: Service, terminal: Terminal): Promise<ExitCode> {
  const lock = requireLock(terminal);
  if (lock === undefined) return EXIT.nothingToScan;
  const unknown = input.names.find((name) => !Object.hasOwn(lock.skills, name));
  if (unknown !== undefined) throw new UsageError(`${LOCK_FILE} contains no skill ${unknown}.`);
  const found = await listOutdated(lock, input.names, service);
  const update = input.isForBot ? updateOnBranch : updateOne;
  const done: Updated[] = [];
  for (const each of found) done.push(await update(each, input, service, terminal));
  const records = done.map(({ record }) => record);
  if (input.isJson) terminal.out(`${toSafeJson(records, 2)}\n`);
  else if (found.length === 0) terminal.out(NO_NEWER);
  return worstExit(done.map(({ exit }) => exit));
}

async function updateOne(
  { name, entry, newer }: Outdated,
  input: UpdateInput,
  service: Service,
  terminal: Terminal,
): Promise<Updated> {
  const { source: url, path, commit } = newer.from;
  const host = input.host ?? readUserSettings(terminal).gitHost;
  const source = { kind: 'git', url, ref: commit, path: path === '.' ? undefined : path } as const;
  const opened = await openCandidate(source, { service, terminal, host });
  if (opened.name !== name)
    throw new UsageError(`${name} is now named ${opened.name}. Add it under that name: assay add ${url}`);
  const candidate = { ...opened, certificateId: newer.next.certificateId };
  const assessment = await assess(candidate, { service, terminal, policy: input.policy, isReaderOff: true });
  const { files } = await readInstalled(storeOf(terminal.cwd, name, entry.kind)).catch(() => ({ files: [] }));
  const difference = differenceOf(files, candidate.files, newer);
  const shown = { candidate, assessment, hosts: entry.hosts, service: service.settings.url };
  if (input.isForBot && !input.isJson) terminal.out(toMarkdown(name, newer, difference));
  else if (!input.isJson) terminal.out(`${toScreen(shown, createStyle(terminal.isOutColoured))}${toText(difference)}`);
  const answer = await decide(assessment, input, terminal);
  // Another skill of the same run may have changed the lock.
  const lock = readLock(terminal.cwd);
  if (answer === EXIT.safe && lock !== undefined)
    await install({ candidate, assessment, hosts: entry.hosts, lock }, service, terminal);
  return { exit: answer, record: { ...toRecord(candidate, assessment, answer, entry.hosts), difference } };
}

const toText = (difference: Difference): string =>
  Object.entries(difference)
    .flatMap(([what, lines]) => lines.map((line) => `  ${toSafeText(`${what} ${line}`)}\n`))
    .join('');

/** Third-party text in a pull request: formatted as code, so that links, mentions and markup have no effect. */
const code = (text: string): string => `\`${toSafeText(text).replaceAll('`', "'")}\``;

function toMarkdown(name: string, { now, next, from }: Newer, difference: Difference): string {
  const parts = Object.entries(difference).map(
    ([what, lines]) =>
      `### ${what[0]?.toUpperCase()}${what.slice(1)}\n\n${lines.length === 0 ? 'No change.' : lines.map((line) => `- ${code(line)}`).join('\n')}\n`,
  );
  const facts = [
    `- version ${code(now.skillVersion)} → ${code(next.skillVersion)}`,
    `- certificate ${code(next.certificateId)}, issued ${code(next.certificateIssuedAt)}, read by ${code(next.instructionsReadBy ?? 'NONE')}`,
    `- commit ${code(from.commit)} of ${code(from.source)}`,
  ];
  return `## Update ${code(name)}\n\n${facts.join('\n')}\n\n${parts.join('\n')}\n`;
}

/** Repository settings that make git run programs during diff, switch or commit. */
const PROGRAMS =
  '^(filter\\..*\\.(clean|smudge|process)|gpg\\.(.*\\.)?(program|defaultkeycommand)|core\\.(editor|alternaterefscommand)|merge\\..*\\.driver|diff\\.(external|.*\\.(command|textconv)))$';

/** A project from an archive contains its author's git settings. */
async function requireNoPrograms(git: (...words: string[]) => Promise<string>): Promise<void> {
  const found = await git('config', '--includes', '--show-scope', '--name-only', '--get-regexp', PROGRAMS).catch(
    () => '',
  );
  const [own] = found.split('\n').filter((line) => /^(?:local|worktree)\s/.test(line));
  if (own !== undefined)
    throw new UsageError(
      `The git settings of this repository make git run a program (${own.replace(/^\w+\s+/, '')}). Remove this setting, or run the command in a fresh clone.`,
    );
}

/** Creates one branch with one commit and leaves the current branch unchanged. */
async function updateOnBranch(
  one: Outdated,
  input: UpdateInput,
  service: Service,
  terminal: Terminal,
): Promise<Updated> {
  const { cwd, config } = terminal;
  const git = async (...words: string[]) =>
    (await runGit(['-C', cwd, ...words], '', { ...config.gitEnvironment, GIT_TERMINAL_PROMPT: '0' }))
      .toString('utf8')
      .trim();
  await requireNoPrograms(git);
  const name = await git('rev-parse', '--abbrev-ref', 'HEAD');
  const before = name === 'HEAD' ? ['--detach', await git('rev-parse', 'HEAD')] : [name];
  // Switching back to the current branch would remove files that are not under version control.
  const folder = `${storeFolder(one.entry.kind)}/${one.name}`;
  for (const path of [LOCK_FILE, folder])
    if ((await git('ls-files', '--', path)) === '')
      throw new UsageError(`${path} is not in version control. Commit it, then run: assay update --pr`);
  if ((await git('status', '--porcelain', '--untracked-files=no')) !== '')
    throw new UsageError('There are uncommitted changes. Commit or stash them, then run: assay update --pr');
  const branch = `assay/update-${one.name}`;
  await git('switch', '--quiet', '--create', branch);
  try {
    const updated = await updateOne(one, input, service, terminal);
    if (updated.exit !== EXIT.safe) return updated;
    const links = linkFolders(one.entry.hosts).map((folder) => `${folder}/${one.name}`);
    await git('add', '--', LOCK_FILE, folder, '.assay', ...links);
    await git(
      'commit',
      '--quiet',
      '--message',
      `Update the skill ${one.name} to ${toSafeText(one.newer.next.skillVersion)}`,
    );
    terminal.err(`assay: committed on the branch ${branch}\n`);
    return { ...updated, record: { ...updated.record, branch } };
  } finally {
    await git('switch', '--quiet', '--discard-changes', ...before);
  }
}
