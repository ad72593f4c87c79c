import { lstatSync } from 'node:fs';
import type { GuardPolicy } from '@assay/client';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { type Assessment, assess } from '../install/assess.ts';
import { type Candidate, openAll, openCandidate } from '../install/candidate.ts';
import { warnOfHookSwitches } from '../install/host-settings.ts';
import { findSkillHost, PLUGIN_STORE, presentHosts, SKILL_HOSTS, STORE } from '../install/hosts.ts';
import { install } from '../install/install.ts';
import { EMPTY_LOCK, LOCK_FILE, type Lock, readLock } from '../install/lock.ts';
import { MARKETPLACE } from '../install/marketplace.ts';
import { storeFolder, storeOf } from '../install/place.ts';
import { toScreen } from '../install/screen.ts';
import { isSameRepository, parseSource } from '../install/source.ts';
import { toSafeJson } from '../render/safe-text.ts';
import { createStyle } from '../render/style.ts';
import type { Service } from '../service/connect.ts';
import { readUserSettings } from '../service/settings.ts';
import type { Terminal } from '../terminal.ts';

export type AddInput = {
  readonly source: string;
  readonly isConfirmed: boolean;
  readonly agents: readonly string[] | undefined;
  readonly host: string | undefined;
  readonly isReaderOff: boolean;
  readonly isJson: boolean;
  readonly policy: GuardPolicy;
};

/** Fetch, check, show, ask, write. Each step can end the command. */
export async function runAdd(input: AddInput, service: Service, terminal: Terminal): Promise<ExitCode> {
  const lock = readLock(terminal.cwd) ?? EMPTY_LOCK;
  const source = parseSource(input.source, terminal.cwd);
  const host = input.host ?? readUserSettings(terminal).gitHost;
  const candidate = await openCandidate(source, { service, terminal, host });
  // Hosts install plugins from the project's marketplace, so no links are needed.
  const hosts = candidate.plugin === undefined ? chooseHosts(input.agents, terminal) : [];
  const assessment = await assess(candidate, { ...input, service, terminal });
  requireFree(candidate, assessment, lock, terminal.cwd);
  const shown = { candidate, assessment, hosts, service: service.settings.url };
  const style = createStyle(terminal.isOutColoured);
  if (!input.isJson) terminal.out(toScreen(shown, style));
  await warnOfHookSwitches(terminal);
  const answer = await decide(assessment, input, terminal);
  if (answer === EXIT.safe) await install({ candidate, assessment, hosts, lock }, service, terminal);
  if (input.isJson) terminal.out(`${toSafeJson(toRecord(candidate, assessment, answer, hosts), 2)}\n`);
  else if (answer === EXIT.safe) {
    const folder = storeFolder(candidate.plugin && 'plugin');
    terminal.out(`${style.good('installed')} ${folder}/${candidate.name}, recorded in ${LOCK_FILE}\n`);
    if (candidate.plugin !== undefined) terminal.out(toHostCommands(candidate.name));
    else if (hosts.length === 0) terminal.out(NO_HOST);
  }
  return answer;
}

const NO_HOST = `No agent host was found here. Most hosts read ${STORE}; Claude Code needs a link: repeat the command with --agent claude-code.\n`;

const toHostCommands = (name: string): string =>
  `Load it in Claude Code:\n  claude plugin marketplace add ./${PLUGIN_STORE}\n  claude plugin install ${name}@${MARKETPLACE}\n`;

/** From best to worst. One refused skill refuses all. */
const DECISIONS = ['allow', 'ask', 'undecided', 'deny'] as const;

/** `runAdd` for every skill of a folder. All are checked before the first is written. */
export async function runAddAll(input: AddInput, service: Service, terminal: Terminal): Promise<ExitCode> {
  const hosts = chooseHosts(input.agents, terminal);
  const host = input.host ?? readUserSettings(terminal).gitHost;
  const style = createStyle(terminal.isOutColoured);
  const checked: { candidate: Candidate; assessment: Assessment }[] = [];
  for (const candidate of await openAll(parseSource(input.source, terminal.cwd), { service, terminal, host })) {
    const assessment = await assess(candidate, { ...input, service, terminal });
    requireFree(candidate, assessment, readLock(terminal.cwd) ?? EMPTY_LOCK, terminal.cwd);
    const shown = { candidate, assessment, hosts, service: service.settings.url };
    if (!input.isJson) terminal.out(toScreen(shown, style));
    checked.push({ candidate, assessment });
  }
  const ranks = checked.map(({ assessment }) => DECISIONS.indexOf(assessment.decision));
  await warnOfHookSwitches(terminal);
  const answer = await decide({ decision: DECISIONS[Math.max(...ranks)] ?? 'deny' }, input, terminal);
  // Each installation changes the lock, and another command can have added a skill while a person decided.
  if (answer === EXIT.safe)
    for (const each of checked) {
      const lock = readLock(terminal.cwd) ?? EMPTY_LOCK;
      requireFree(each.candidate, each.assessment, lock, terminal.cwd);
      await install({ ...each, hosts, lock }, service, terminal);
    }
  const names = checked.map(({ candidate }) => candidate.name).join(', ');
  if (input.isJson)
    terminal.out(
      `${toSafeJson(
        checked.map(({ candidate, assessment }) => toRecord(candidate, assessment, answer, hosts)),
        2,
      )}\n`,
    );
  else if (answer === EXIT.safe) terminal.out(`${style.good('installed')} ${names}, recorded in ${LOCK_FILE}\n`);
  return answer;
}

export function chooseHosts(agents: readonly string[] | undefined, { cwd, config }: Terminal): string[] {
  const unknown = agents?.find((name) => findSkillHost(name) === undefined);
  if (unknown !== undefined)
    throw new UsageError(`--agent ${unknown}: use one of ${SKILL_HOSTS.map(({ name }) => name).join(', ')}.`);
  return agents === undefined ? presentHosts(cwd, config.home) : [...new Set(agents)].sort();
}

/** An existing folder of this name is replaced only when it is an earlier version from the same source. */
function requireFree({ name, plugin }: Candidate, { provenance }: Assessment, { skills }: Lock, cwd: string): void {
  const kind = plugin && 'plugin';
  const locked = Object.hasOwn(skills, name) ? skills[name] : undefined;
  if (locked !== undefined && (locked.kind !== kind || !isSameRepository(locked.source, provenance.source)))
    throw new UsageError(
      `${LOCK_FILE} already has a ${locked.kind ?? 'skill'} ${name}, from ${locked.source}. Remove it first.`,
    );
  if (locked === undefined && lstatSync(storeOf(cwd, name, kind), { throwIfNoEntry: false }) !== undefined)
    throw new UsageError(`${storeFolder(kind)}/${name} already exists and is not in ${LOCK_FILE}. Move it away first.`);
}

export async function decide(
  { decision }: Pick<Assessment, 'decision'>,
  { isConfirmed }: Pick<AddInput, 'isConfirmed'>,
  terminal: Terminal,
): Promise<ExitCode> {
  if (decision === 'deny') return refuse('the skill is refused; nothing was written.', EXIT.unsafe, terminal);
  if (decision === 'undecided')
    return refuse('there is no reliable answer; nothing was written.', EXIT.undecided, terminal);
  if (isConfirmed) {
    if (decision === 'allow') return EXIT.safe;
    return refuse(
      'the policy requires confirmation, so --yes does not apply; nothing was written.',
      EXIT.unsafe,
      terminal,
    );
  }
  if (!terminal.canAsk)
    return refuse(
      'no terminal to confirm on; nothing was written. Use --yes to install what the policy allows.',
      EXIT.undecided,
      terminal,
    );
  const answer = await terminal.ask('Install it? [y/N] ');
  return /^\s*y(?:es)?\s*$/i.test(answer) ? EXIT.safe : refuse('nothing was written.', EXIT.unsafe, terminal);
}

function refuse(why: string, exit: ExitCode, { err }: Terminal): ExitCode {
  err(`assay: ${why}\n`);
  return exit;
}

export const toRecord = (candidate: Candidate, assessment: Assessment, exit: ExitCode, hosts: readonly string[]) => ({
  name: candidate.name,
  ...(candidate.plugin && { kind: 'plugin', plugin: candidate.plugin }),
  isInstalled: exit === EXIT.safe,
  decision: assessment.decision,
  reasons: assessment.reasons,
  warnings: assessment.warnings,
  ...assessment.provenance,
  ...candidate.digests,
  certificateId: assessment.record?.certificateId ?? null,
  readBy: assessment.record?.instructionsReadBy ?? assessment.review?.readBy ?? 'NONE',
  review: assessment.review ?? null,
  hosts,
});
