import { resolve } from 'node:path';
import { decideGuard, type FilesVerification, type GuardPolicy, type Reason } from '@assay/client';
import { readFolder } from '@assay/client/node';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { count } from '../render/lines.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import { createStyle } from '../render/style.ts';
import { toExit, toVerdictJson, toVerdictText, type Verdict, worstExit } from '../render/verdict.ts';
import type { Service } from '../service/connect.ts';
import type { ContentVerification } from '../service/verify-content.ts';
import { certificateOf, verifySkill } from '../service/verify-skill.ts';
import { findSkills, type Skill } from '../skills/find-skills.ts';
import { entryOf, hashAsInstaller, type LockFile, readLockFiles } from '../skills/lock-files.ts';
import type { Terminal } from '../terminal.ts';

export type CheckInput = {
  readonly folder: string;
  readonly isJson: boolean;
  readonly mayBeUncertified: boolean;
  readonly policy: GuardPolicy | undefined;
};

/** Skills checked in parallel. Each needs several requests to the service. */
const SKILLS_AT_ONCE = 8;

export async function runCheck(input: CheckInput, service: Service, terminal: Terminal): Promise<ExitCode> {
  const { skills, gaps } = findSkills([input.folder], terminal.cwd);
  const locks = readLockFiles(resolve(terminal.cwd, input.folder));
  const notes = [...gaps, ...lockNotes(locks, skills)];
  for (const note of notes) terminal.err(`assay: ${toSafeText(note)}\n`);
  if (skills.length === 0) {
    terminal.err('assay: no skills found.\n');
    return notes.length > 0 ? EXIT.undecided : EXIT.nothingToScan;
  }
  const verdicts: Verdict[] = [];
  for (let at = 0; at < skills.length; at += SKILLS_AT_ONCE) {
    const part = skills.slice(at, at + SKILLS_AT_ONCE);
    verdicts.push(...(await Promise.all(part.map((skill) => checkSkill(skill, locks, input, service)))));
    if (terminal.isErrInteractive)
      terminal.err(`\r${verdicts.length} of ${count(skills.length, 'skill')} checked\u001b[K`);
  }
  if (terminal.isErrInteractive) terminal.err('\r\u001b[K');
  print(verdicts, locks, { ...input, service: service.settings.url }, terminal);
  return worstExit([
    ...verdicts.map((verdict) => exitOf(verdict, input)),
    notes.length > 0 ? EXIT.undecided : EXIT.safe,
  ]);
}

async function checkSkill(
  skill: Skill,
  locks: readonly LockFile[],
  { policy }: CheckInput,
  service: Service,
): Promise<Verdict> {
  const verification = await verifySkill(skill, certificateOf(skill, service), service);
  const objections = [...(await lockReasons(skill, locks)), ...(await feedReasons(verification, service))];
  const held: ContentVerification =
    objections.length === 0
      ? verification
      : { ...verification, valid: false, outcome: 'refused', reasons: [...verification.reasons, ...objections] };
  const verdict = { target: skill.name, verification: held };
  return policy ? { ...verdict, guarded: decideGuard(held, policy, Date.now()) } : verdict;
}

/** Reports a folder that differs from its installer's digest, whether certified or not. */
export async function lockReasons({ root }: Pick<Skill, 'root'>, locks: readonly LockFile[]): Promise<Reason[]> {
  const hashes = locks.flatMap((lock) => {
    const hash = entryOf(lock, root)?.hash;
    return hash === undefined ? [] : [{ file: lock.file, hash }];
  });
  if (hashes.length === 0) return [];
  const { files } = await readFolder(root).catch(() => ({ files: [] }));
  const own = hashAsInstaller(files);
  return hashes
    .filter(({ hash }) => hash !== own)
    .map(({ file }) => ({ code: 'wrong_digest', detail: `The skill differs from the installed version in ${file}.` }));
}

/** With configured keys, the signed feed must also list what verify calls valid. */
async function feedReasons(
  { valid, record }: FilesVerification,
  { client, settings }: Service,
): Promise<readonly Reason[]> {
  if (!valid || record === null || settings.trustKeys.length === 0) return [];
  return (await client.registry.use(record.certificateId)).reasons;
}

/** Skills in a lock file that are missing on disk, and unreadable lock files. */
function lockNotes(locks: readonly LockFile[], skills: readonly Skill[]): string[] {
  return locks.flatMap((lock) => {
    if (lock.fault !== undefined) return [`${lock.file}: ${lock.fault}.`];
    const isHere = (name: string) =>
      skills.some(({ root }) => entryOf({ ...lock, entries: [{ name, hash: undefined, source: undefined }] }, root));
    return lock.entries
      .filter(({ name }) => !isHere(name))
      .map(({ name }) => `${lock.file} names ${name}, which is not installed.`);
  });
}

const isUncertified = ({ verification }: Verdict): boolean =>
  verification.record === null &&
  verification.outcome === 'refused' &&
  verification.reasons.every(({ code }) => code === 'not_found');

const exitOf = (verdict: Verdict, { mayBeUncertified }: CheckInput): ExitCode =>
  mayBeUncertified && isUncertified(verdict) ? EXIT.safe : toExit(verdict);

type Printed = CheckInput & { readonly service: string };

function print(verdicts: readonly Verdict[], locks: readonly LockFile[], input: Printed, terminal: Terminal): void {
  const { service } = input;
  const valid = verdicts.filter((verdict) => toExit(verdict) === EXIT.safe).length;
  if (input.isJson) {
    terminal.out(
      `${toSafeJson({ service, skills: verdicts.map((verdict) => toVerdictJson(verdict, service)), locks: locks.map(({ file }) => file), valid, total: verdicts.length }, 2)}\n`,
    );
    return;
  }
  const style = createStyle(terminal.isOutColoured);
  for (const verdict of verdicts) terminal.out(toVerdictText(verdict, service, style));
  terminal.out(`Skills that are valid according to ${toSafeText(service)}: ${valid} of ${verdicts.length}\n`);
}
