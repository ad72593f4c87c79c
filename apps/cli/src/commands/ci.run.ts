import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import type { GuardPolicy } from '@assay/client';
import { PROOF_LIMITS } from '@assay/client/proof';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { checkBytes, checkLocked, findUnknown, type LockCheck, type LockVerdict } from '../install/check-lock.ts';
import { digestsOf } from '../install/digests.ts';
import { FetchError, fetchCommit } from '../install/git.ts';
import { warnOfHookSwitches } from '../install/host-settings.ts';
import { trustedHere } from '../install/imports.ts';
import { LOCK_FILE, type Lock, readLock } from '../install/lock.ts';
import { findMarketplace, writeMarketplace } from '../install/marketplace.ts';
import { linkHosts, type Placed, placeSkill, storeOf } from '../install/place.ts';
import { fetchProof, writeProof } from '../install/proofs.ts';
import { parseSource, toTransport } from '../install/source.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import { createStyle } from '../render/style.ts';
import { worstExit } from '../render/verdict.ts';
import { knownRoot, type Service } from '../service/connect.ts';
import { readUserSettings } from '../service/settings.ts';
import { readLockFiles } from '../skills/lock-files.ts';
import { readRegularText } from '../skills/regular-file.ts';
import type { Terminal } from '../terminal.ts';
import { lockReasons } from './check.run.ts';

export type CiInput = {
  readonly isFrozen: boolean;
  readonly isOffline: boolean;
  readonly trustRoot: string | undefined;
  readonly maxStatusAgeMs: number | undefined;
  readonly host: string | undefined;
  readonly url: string | undefined;
  readonly isJson: boolean;
  readonly policy: GuardPolicy;
};

const ROOT_BYTES_MAX = 1_048_576;
const MINUTE_MS = 60_000;

export async function runCi(input: CiInput, service: Service, terminal: Terminal): Promise<ExitCode> {
  const lock = readLock(terminal.cwd);
  if (lock === undefined) {
    terminal.err(`assay: no ${LOCK_FILE} found. Create one with: assay add SOURCE\n`);
    return EXIT.nothingToScan;
  }
  const check: LockCheck = {
    ...input,
    lock,
    service,
    terminal,
    trusted: trustedHere(lock, terminal),
    maxStatusAgeMs: input.maxStatusAgeMs ?? statusAgeOf(lock, input, service),
    trustRoot: () => findRoot(input, terminal),
  };
  const names = Object.keys(lock.skills).sort();
  const verdicts: LockVerdict[] = [];
  const hasPlugins = names.some((name) => lock.skills[name]?.kind === 'plugin');
  if (hasPlugins && !input.isOffline && findMarketplace(terminal.cwd) === undefined)
    writeMarketplace(terminal.cwd, lock);
  for (const name of names) {
    const placed = input.isOffline ? UNCHANGED : await installMissing(name, input, check);
    verdicts.push('outcome' in placed ? placed : await checkPlaced(name, placed, check));
  }
  verdicts.push(...(await findUnknown(check)));
  if (!input.isFrozen && !input.isOffline) await renewProofs(verdicts, check);
  print(verdicts, input, terminal);
  await warnOfHookSwitches(terminal);
  return worstExit(
    verdicts.map(({ outcome }) => ({ valid: EXIT.safe, refused: EXIT.unsafe, undecidable: EXIT.undecided })[outcome]),
  );
}

/** The lock can raise the default and lower the setting, and applies only offline: online, its author did not plan for a missing answer. */
function statusAgeOf({ maxStatusAgeMinutes }: Lock, { isOffline }: CiInput, { settings }: Service): number {
  const chosen = [settings.maxStatusAgeMinutes, isOffline ? maxStatusAgeMinutes : undefined];
  const minutes = chosen.filter((each) => each !== undefined);
  return minutes.length === 0 ? PROOF_LIMITS.statusAgeMs : Math.min(...minutes) * MINUTE_MS;
}

/** Lock files of other installers (such as skills-lock.json) contain a digest of the folder as installed. */
async function heldByOthers(verdict: LockVerdict, project: string): Promise<LockVerdict> {
  const reasons = await lockReasons({ root: storeOf(project, verdict.name) }, readLockFiles(project));
  if (reasons.length === 0) return verdict;
  return { ...verdict, outcome: 'refused', reasons: [...verdict.reasons, ...reasons.map(({ detail }) => detail)] };
}

async function findRoot({ trustRoot, url }: CiInput, terminal: Terminal): Promise<unknown> {
  if (trustRoot === undefined) return knownRoot(terminal, { url });
  try {
    return JSON.parse(readRegularText(resolve(terminal.cwd, trustRoot), ROOT_BYTES_MAX));
  } catch (error) {
    throw new UsageError(`--trust-root ${trustRoot} cannot be read as JSON.`, { cause: error });
  }
}

const UNCHANGED: Placed = { undo: () => undefined, done: () => undefined };

/** Removes a placed skill unless its verdict is valid, because hosts load a skill as soon as it exists. */
async function checkPlaced(name: string, placed: Placed, check: LockCheck): Promise<LockVerdict> {
  try {
    const found = await checkLocked(name, check);
    const isPlugin = check.lock.skills[name]?.kind === 'plugin';
    const verdict = isPlugin ? found : await heldByOthers(found, check.terminal.cwd);
    if (verdict.outcome === 'valid') placed.done();
    else placed.undo();
    return verdict;
  } catch (error) {
    placed.undo();
    throw error;
  }
}

/** Places missing files and links; they are checked again afterwards. Never writes bytes that are invalid or differ from the lock. */
async function installMissing(name: string, input: CiInput, check: LockCheck): Promise<LockVerdict | Placed> {
  const { terminal, lock } = check;
  const project = terminal.cwd;
  const entry = lock.skills[name];
  if (entry === undefined) return UNCHANGED;
  if (lstatSync(storeOf(project, name, entry.kind), { throwIfNoEntry: false }) !== undefined)
    return linkHosts(project, name, entry.hosts);
  const refused = (reason: string): LockVerdict => ({ name, outcome: 'refused', how: null, reasons: [reason] });
  if (entry.commit === null)
    return refused(`The skill is missing, and the lock has no commit of ${entry.source} to fetch.`);
  const source = parseSource(entry.source, project);
  if (source.kind !== 'git') return refused(`The skill is missing, and ${entry.source} is not a repository.`);
  try {
    const host = input.host ?? readUserSettings(terminal).gitHost;
    const checkout = await fetchCommit(
      { url: toTransport(source.url, host), ref: entry.commit },
      terminal.config.gitEnvironment,
    );
    try {
      const files = await checkout.read(entry.path);
      const digests = digestsOf(files);
      if (digests.bundleSha256 !== entry.bundleSha256)
        return refused(
          `${entry.source} at ${entry.commit} does not contain the locked files in ${entry.path}; nothing was written.`,
        );
      const verdict = await checkBytes(name, entry, { content: { files }, files, digests }, check);
      return verdict.outcome === 'valid' ? placeSkill(project, name, files, entry.hosts, entry.kind) : verdict;
    } finally {
      await checkout.close();
    }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { name, outcome: 'undecidable', how: null, reasons: [error.message] };
  }
}

async function renewProofs(verdicts: readonly LockVerdict[], { lock, service, terminal }: LockCheck): Promise<void> {
  for (const { name, how } of verdicts) {
    const id = how === 'service' ? lock.skills[name]?.certificateId : undefined;
    const proof = id ? await fetchProof(id, service) : undefined;
    if (id && proof !== undefined) writeProof(terminal.cwd, id, proof);
  }
}

const WORDS = { valid: 'OK', refused: 'REFUSED', undecidable: 'UNDECIDABLE' } as const;
const HOW = { service: 'valid now', proof: 'proven offline', trust: 'trusted' } as const;

function print(verdicts: readonly LockVerdict[], { isJson }: CiInput, { out, isOutColoured }: Terminal): void {
  if (isJson) {
    out(`${toSafeJson({ skills: verdicts }, 2)}\n`);
    return;
  }
  const style = createStyle(isOutColoured);
  for (const { name, outcome, how, reasons, notes = [] } of verdicts) {
    const paint = { valid: style.good, refused: style.bad, undecidable: style.open }[outcome];
    out(
      `${paint(WORDS[outcome])} ${style.strong(toSafeText(name))}${how === null ? '' : `  ${style.faint(HOW[how])}`}\n`,
    );
    for (const reason of reasons) out(`  ${style.bad('✗')} ${toSafeText(reason)}\n`);
    for (const note of notes) out(`  ${style.open('!')} ${toSafeText(note)}\n`);
  }
  const good = verdicts.filter(({ outcome }) => outcome === 'valid').length;
  out(`Skills that match ${LOCK_FILE} and are valid: ${good} of ${verdicts.length}\n`);
}
