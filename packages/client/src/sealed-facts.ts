import { AssayError } from './reasons.ts';
import type { VerifyRecord } from './record.ts';
import {
  type Dict,
  isDict,
  isLevel,
  isReader,
  isRisk,
  LEVELS,
  RISKS,
  type RiskLevel,
  type SecurityLevel,
} from './shape.ts';

type SealedFacts = Pick<
  VerifyRecord,
  | 'submissionId'
  | 'productType'
  | 'skillName'
  | 'skillVersion'
  | 'certificateIssuedAt'
  | 'source'
  | 'manifest'
  | 'endpointReview'
  | 'skillMdSha256'
  | 'bundleSha256'
  | 'treeSha256'
  | 'reviewers'
  | 'instructionsReadBy'
  | 'securityLevel'
  | 'sandboxRiskLevel'
>;
type Levels = { readonly securityLevel: SecurityLevel; readonly sandboxRiskLevel: RiskLevel };

const worse = <T extends string>(scale: readonly T[], one: T, other: T): T =>
  scale.indexOf(one) > scale.indexOf(other) ? one : other;

/**
 * The members of a verify answer that a payload seals. A later audit may change the levels, and its result is unsigned,
 * so the worse level counts. Without a reader no level is better than LOW.
 */
export function toSealedFacts(payload: Dict, told?: Levels): SealedFacts {
  const { digests, source, manifest, securityLevel, sandboxRiskLevel, instructionsReadBy = 'NONE' } = payload;
  const isSound =
    isDict(digests) &&
    isDict(source) &&
    isDict(manifest) &&
    isLevel(securityLevel) &&
    isRisk(sandboxRiskLevel) &&
    isReader(instructionsReadBy);
  if (!isSound) throw new AssayError('statement_mismatch', 'The sealed payload cannot be read.');
  const isUnread = payload.instructionsReadBy === 'NONE' && securityLevel === 'CLEAR';
  const level = isUnread ? 'LOW' : securityLevel;
  return {
    submissionId: payload.submissionId,
    productType: payload.productType,
    skillName: payload.name,
    skillVersion: payload.version,
    certificateIssuedAt: payload.issuedAt,
    source,
    manifest,
    endpointReview: payload.endpointReview,
    skillMdSha256: digests.skillMdSha256,
    bundleSha256: digests.bundleSha256,
    treeSha256: digests.treeSha256 ?? null,
    reviewers: payload.reviewers ?? [],
    instructionsReadBy,
    securityLevel: worse(LEVELS, level, told?.securityLevel ?? level),
    sandboxRiskLevel: worse(RISKS, sandboxRiskLevel, told?.sandboxRiskLevel ?? sandboxRiskLevel),
    // The payload has the hash that a trusted key signed, and a service seals no other shape.
  } as unknown as SealedFacts;
}
