import type { Guarded, Reason, Verification } from '@assay/client';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { EXCEPT_METADATA } from '../install/installer-metadata.ts';
import type { ContentVerification } from '../service/verify-content.ts';
import { toSafeText } from './safe-text.ts';
import type { Style } from './style.ts';

/** The result of a command for one target. `target` is the user's own notation. */
export type Verdict = {
  readonly target: string;
  readonly verification: Verification | ContentVerification;
  readonly guarded?: Guarded;
};

export function toExit({ verification, guarded }: Verdict): ExitCode {
  if (verification.outcome === 'undecidable') return EXIT.undecided;
  if (!verification.valid) return EXIT.unsafe;
  return guarded === undefined || guarded.decision === 'allow' ? EXIT.safe : EXIT.unsafe;
}

const WORDS = { valid: 'VALID', unread: 'VALID, UNREAD', refused: 'REFUSED', undecidable: 'UNDECIDABLE' } as const;

/** A certificate with unread instructions is valid, but always shown as unread. */
const stateOf = ({ outcome, record }: Verdict['verification']): keyof typeof WORDS =>
  outcome === 'valid' && (record?.instructionsReadBy ?? 'NONE') === 'NONE' ? 'unread' : outcome;

/** `service` is named as the source of the verdict, because its trustworthiness depends on it. */
export function toVerdictText(verdict: Verdict, service: string, style: Style): string {
  const { target, verification, guarded } = verdict;
  const { record, warnings } = verification;
  const state = stateOf(verification);
  const paint = { valid: style.good, unread: style.strong, refused: style.bad, undecidable: style.open }[state];
  const name = record ? ` ${toSafeText(`${record.skillName} ${record.skillVersion}`)}` : '';
  const said = style.faint(`according to ${toSafeText(service)}`);
  const lines = [`${paint(WORDS[state])} ${style.strong(toSafeText(target))}${name}  ${said}`];
  if (record) lines.push(style.faint(`  ${describe(record)}`));
  const reasons = guarded ? guarded.reasons : verification.reasons;
  lines.push(...reasons.map((each) => `  ${style.bad('✗')} ${toSafeText(each.detail)}`));
  lines.push(...warnings.map((each) => `  ${style.open('!')} ${toSafeText(each.detail)}`));
  return `${lines.join('\n')}\n`;
}

function describe(record: NonNullable<Verification['record']>): string {
  const { instructionsReadBy = 'NONE' } = record;
  const read = instructionsReadBy === 'NONE' ? 'instructions not read' : `read by ${instructionsReadBy.toLowerCase()}`;
  const parts = [
    record.certificateId,
    record.status,
    `risk level ${record.securityLevel}`,
    `issued ${record.certificateIssuedAt.slice(0, 10)}`,
    read,
  ];
  return toSafeText(parts.join(' · '));
}

export function toVerdictJson({ target, verification, guarded }: Verdict, service: string) {
  const { outcome, valid, record, warnings } = verification;
  const drift = 'drift' in verification ? verification.drift : null;
  return {
    target,
    service,
    outcome,
    valid,
    instructionsReadBy: record === null ? null : (record.instructionsReadBy ?? 'NONE'),
    decision: guarded?.decision ?? null,
    reasons: (guarded?.reasons ?? verification.reasons).map(toPair),
    warnings: warnings.map(toPair),
    certificateId: record?.certificateId ?? null,
    record,
    match: matchOf(verification),
    installerMetadata: 'installerMetadata' in verification ? verification.installerMetadata : null,
    drift: drift && { isSame: drift.isSame, files: drift.files.filter(({ state }) => state !== 'same') },
  };
}

/** Whether the files are the certified ones, regardless of the certificate's status; null if no files were compared. */
function matchOf(verification: Verdict['verification']): string | null {
  if (!('drift' in verification) || verification.drift?.isSame !== true) return null;
  return 'installerMetadata' in verification ? EXCEPT_METADATA : 'MATCH';
}

const toPair = ({ code, detail }: Reason) => ({ code, detail });

/** The worst of several exit codes. A refusal outranks a missing answer; both prevent the use. */
export function worstExit(codes: readonly ExitCode[]): ExitCode {
  if (codes.includes(EXIT.unsafe)) return EXIT.unsafe;
  return codes.find((code) => code !== EXIT.safe) ?? EXIT.safe;
}
