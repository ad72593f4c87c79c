import { checkManifest, type ProposedManifest } from '@assay/audit/manifest';
import {
  type EngineReport,
  FINDINGS_MAX,
  Problem,
  toBlockingFindings,
  toSandbox,
  type Validation,
} from '@assay/protocol';
import type { z } from 'zod';
import { toEngineBundle } from './bundles.ts';
import type { Duplicates } from './duplicates.service.ts';
import { type AskedInput, bytesOf, sizesOf } from './intake.policy.ts';
import type { Candidate } from './intake.service.ts';
import type { Previews } from './preview.service.ts';
import type { Payer, Sealed, Sealing } from './sealing.service.ts';

type ValidationAnswer = z.input<typeof Validation>;
type Engine = (bundle: ReturnType<typeof toEngineBundle>) => Promise<{
  readonly report: EngineReport;
  readonly manifest: ProposedManifest;
}>;
type Deps = {
  readonly sealing: Sealing;
  readonly duplicates: Duplicates;
  readonly audit: Engine;
  readonly remember: Previews['remember'];
  readonly clock: { now(): Date };
};

/** The result and price of a submission, without a charge. */
export function createValidation({ sealing, duplicates, audit, remember, clock }: Deps) {
  async function validate(payer: Payer, asked: AskedInput, draftId: string | null = null) {
    const sealed = await sealing.seal(payer, asked, { draftId, isPreview: true });
    return { sealed, answer: await describe(sealed) };
  }

  async function describe({ candidate, input, quote }: Sealed): Promise<ValidationAnswer> {
    const { report, manifest: observed } = await examine(candidate);
    remember(input, report);
    const { riskLevel, findings } = toSandbox(report, clock.now());
    const blockingFindings = toBlockingFindings(report).slice(0, FINDINGS_MAX);
    const existing = await duplicates.find(input);
    const { productType, name, version, description, source, files, digests, manifest } = candidate;
    const manifestIssues = issuesOf(candidate, observed);
    return {
      ok: existing.submissionId === null && !manifestIssues.some(({ level }) => level === 'ERROR'),
      productType,
      name,
      version,
      description,
      source,
      manifest,
      manifestIssues,
      wouldBlock: blockingFindings.length > 0,
      blockingFindings,
      existing,
      quote,
      bundle: {
        files: files.length,
        bytes: bytesOf(sizesOf(files)),
        bundleSha256: digests.bundleSha256,
        entrySha256: digests.entrySha256,
      },
      preview: { reviewResult: report.reviewResult, riskLevel, findings },
    };
  }

  /** Runs the same sandbox pass as the review. An engine error is answered as `unavailable`, never with a guess. */
  async function examine(candidate: Candidate) {
    try {
      return await audit(toEngineBundle(candidate, candidate.files));
    } catch (cause) {
      throw new Problem('unavailable', undefined, { cause });
    }
  }

  return { validate };
}
export type Validations = ReturnType<typeof createValidation>;

/** Errors of a manifest, and its differences from the source. A missing manifest has no differences. */
function issuesOf({ given, hasManifest }: Candidate, observed: ProposedManifest): ValidationAnswer['manifestIssues'] {
  const { errors, warnings } = checkManifest(given, hasManifest ? observed : undefined);
  const at = (level: 'ERROR' | 'WARNING') => (issue: { readonly pointer: string; readonly detail: string }) => ({
    pointer: issue.pointer,
    level,
    detail: issue.detail,
  });
  return [...errors.map(at('ERROR')), ...warnings.map(at('WARNING'))];
}
