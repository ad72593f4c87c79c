import { lstatSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { AssayError, decideGuard, type GuardPolicy, type Verification } from '@assay/client';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import { createStyle } from '../render/style.ts';
import { toExit, toVerdictJson, toVerdictText, type Verdict, worstExit } from '../render/verdict.ts';
import type { Service } from '../service/connect.ts';
import type { Terminal } from '../terminal.ts';

export type VerifyInput = {
  readonly target: string;
  readonly id: string | undefined;
  readonly isSealed: boolean;
  readonly isJson: boolean;
  readonly policy: GuardPolicy | undefined;
};

const ID = /^[0-9a-f]{24}$/;

/** Resolves the target, queries the service and prints. Returns the exit code. */
export async function runVerify(input: VerifyInput, service: Service, terminal: Terminal): Promise<ExitCode> {
  const { found, gaps } = await lookUp(input, service, terminal);
  for (const gap of gaps) terminal.err(`assay: ${toSafeText(gap)}\n`);
  if (found.length === 0) {
    terminal.err(`assay: ${toSafeText(input.target)}: nothing to verify.\n`);
    return gaps.length > 0 ? EXIT.undecided : EXIT.nothingToScan;
  }
  const verdicts = await Promise.all(found.map((verdict) => weigh(verdict, input, service)));
  if (input.isJson) {
    const records = verdicts.map((verdict) => toVerdictJson(verdict, service.settings.url));
    terminal.out(`${toSafeJson(records.length === 1 ? records[0] : records, 2)}\n`);
  } else {
    const style = createStyle(terminal.isOutColoured);
    for (const verdict of verdicts) terminal.out(toVerdictText(verdict, service.settings.url, style));
  }
  return worstExit([...verdicts.map(toExit), gaps.length > 0 ? EXIT.undecided : EXIT.safe]);
}

type LookedUp = { readonly found: readonly Verdict[]; readonly gaps: readonly string[] };
const only = (verdict: Verdict): LookedUp => ({ found: [verdict], gaps: [] });

async function lookUp({ target, id }: VerifyInput, service: Service, { cwd }: Terminal): Promise<LookedUp> {
  if (ID.test(target) && lstatSync(resolve(cwd, target), { throwIfNoEntry: false }) !== undefined)
    throw new UsageError(
      `${target} is a certificate id and also a file or folder here. For the folder use ./${target}; for the certificate run the command in another folder.`,
    );
  if (ID.test(target)) return only({ target, verification: await service.client.verify(target) });
  if (/^https?:\/\//i.test(target)) {
    const { verifyUrl } = await import('../service/verify-url.ts');
    return only({ target, verification: await verifyUrl(target, id, service) });
  }
  if (!statSync(resolve(cwd, target), { throwIfNoEntry: false })) return { found: [], gaps: [] };
  const [{ findSkills }, { certificateOf, verifySkill }] = await Promise.all([
    import('../skills/find-skills.ts'),
    import('../service/verify-skill.ts'),
  ]);
  const { skills, gaps } = findSkills([target], cwd);
  const found = await Promise.all(
    skills.map(async (skill) => ({
      target: skill.name,
      verification: await verifySkill(skill, id ?? certificateOf(skill, service), service),
    })),
  );
  return { found, gaps };
}

async function weigh(verdict: Verdict, { policy, isSealed }: VerifyInput, service: Service): Promise<Verdict> {
  const verification = isSealed ? await proveSeal(verdict.verification, service) : verdict.verification;
  const guarded = policy && decideGuard(verification, policy, Date.now());
  return guarded ? { ...verdict, verification, guarded } : { ...verdict, verification };
}

/** A valid answer with a broken seal is a refusal. One with an unreadable seal is undecided. */
async function proveSeal(verification: Verification, { client }: Service): Promise<Verification> {
  if (!verification.valid || verification.record === null) return verification;
  try {
    const { statement } = await client.verifySeal(verification.record.certificateId);
    if (statement.payloadHash === verification.record.payloadHash) return verification;
    throw new AssayError(
      'statement_mismatch',
      'The signed payload differs from the payload in the verification response.',
    );
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const isSilent = ['unreachable', 'timeout', 'trust_root'].includes(error.code);
    return { ...verification, valid: false, outcome: isSilent ? 'undecidable' : 'refused', reasons: [error.reason] };
  }
}
