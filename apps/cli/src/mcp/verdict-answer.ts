import { z } from 'zod';
import { toVerdictJson, type Verdict } from '../render/verdict.ts';

/** Limits of the verdict for a model. The certificate has the full data. */
const VERDICT_LIMITS = { reasons: 8, detailChars: 240, files: 20 } as const;

const Reason = z.object({ code: z.string(), detail: z.string() });

export const VerdictAnswer = z.object({
  target: z.string(),
  service: z.string().describe('The service that gave this verdict.'),
  valid: z.boolean().describe('Run or install it only when this is true.'),
  outcome: z.enum(['valid', 'refused', 'undecidable']),
  reasons: z.array(Reason),
  warnings: z.array(Reason),
  certificate: z
    .object({
      id: z.string(),
      name: z.string(),
      version: z.string(),
      status: z.string(),
      securityLevel: z.string(),
      instructionsReadBy: z.string(),
      issuedAt: z.string(),
    })
    .nullable(),
  match: z.string().nullable().describe('Whether the files are the certified ones; null if no files were compared.'),
  installerMetadata: z.record(z.string(), z.string()).nullable(),
  drift: z
    .object({
      isSame: z.boolean(),
      files: z.array(z.object({ path: z.string(), state: z.string() })),
      moreFiles: z.number().int(),
    })
    .nullable(),
});
export type VerdictAnswer = z.infer<typeof VerdictAnswer>;

const shorten = (text: string): string =>
  text.length > VERDICT_LIMITS.detailChars ? `${text.slice(0, VERDICT_LIMITS.detailChars)}…` : text;
const toReasons = (reasons: readonly { readonly code: string; readonly detail: string }[]) =>
  reasons.slice(0, VERDICT_LIMITS.reasons).map(({ code, detail }) => ({ code, detail: shorten(detail) }));

export function toVerdictAnswer(verdict: Verdict, service: string): VerdictAnswer {
  const { target, outcome, valid, reasons, warnings, record, match, installerMetadata, drift } = toVerdictJson(
    verdict,
    service,
  );
  const files = drift?.files ?? [];
  return {
    target,
    service,
    valid,
    outcome,
    reasons: toReasons(reasons),
    warnings: toReasons(warnings),
    certificate: record && {
      id: record.certificateId,
      name: record.skillName,
      version: record.skillVersion,
      status: record.status,
      securityLevel: record.securityLevel,
      instructionsReadBy: record.instructionsReadBy ?? 'NONE',
      issuedAt: record.certificateIssuedAt,
    },
    match,
    installerMetadata: installerMetadata ?? null,
    drift: drift && {
      isSame: drift.isSame,
      files: files.slice(0, VERDICT_LIMITS.files).map(({ path, state }) => ({ path, state })),
      moreFiles: Math.max(0, files.length - VERDICT_LIMITS.files),
    },
  };
}
