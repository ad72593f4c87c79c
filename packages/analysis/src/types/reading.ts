/** What a model said about a bundle, as stored data. Nothing here is a report's own word: a fold gives it its weight. */

/** Each pass reads the same content in another order and under another wording of the instruction. */
export const PASSES = ['a', 'b', 'c'] as const;
export type Pass = (typeof PASSES)[number];

export const READING_SEVERITIES = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
type ReadingSeverity = (typeof READING_SEVERITIES)[number];

/** Who read: `name` is what an operator calls it, `model` what its provider does, `family` who trained it. */
export type Reader = { readonly name: string; readonly model: string; readonly family: string };

/**
 * What no reader was shown. `limit`: text past the token limit of a submission. `not-text`: a picture, font, recording or
 * archive and nothing else. `opaque`: bytes that say something only to a program. `needed`: a reader says that it
 * decides what the product does.
 */
export type NotRead = {
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly reason: 'limit' | 'not-text' | 'opaque' | 'needed';
  readonly isReachable: boolean;
};

/** Why a pass counts for nothing. An abstention is never consent. */
const ABSTENTIONS = [
  'refusal',
  'timeout',
  'unreachable',
  'budget',
  'malformed',
  'missed-planted',
  'flagged-clean',
  'echoed-boundary',
  'invented-quotes',
] as const;
export type Abstention = (typeof ABSTENTIONS)[number];

/** Words of the bundle that a model pointed at, found again in its bytes. */
export type ReadingQuote = {
  readonly file: string;
  /** Lines of the file, 1-based; for decoded text those of its carrier. */
  readonly startLine: number;
  readonly endLine: number;
  readonly layers: readonly string[];
  /** Secrets masked. */
  readonly quote: string;
};

export type ReadingFinding = ReadingQuote & {
  readonly severity: ReadingSeverity;
  readonly act: string;
  readonly why: string;
  readonly fix: string;
  /** The model refuses the bundle for this; otherwise it is a remark. */
  readonly isReason: boolean;
};

/** One pass of one model over one bundle. Integers only, so that it can be hashed. */
export type Reading = {
  readonly schema: 'assay-reading/1';
  /** `report.input.digest` of what was read. */
  readonly input: string;
  readonly reader: Reader;
  readonly promptVersion: string;
  readonly pass: Pass;
  readonly outcome: 'REFUSE' | 'PASS' | 'ABSTAIN';
  readonly abstention: Abstention | null;
  readonly findings: readonly ReadingFinding[];
  /** Verified quotes that speak to whoever reviews. */
  readonly attempts: readonly ReadingQuote[];
  readonly quotesDropped: number;
  readonly parts: number;
  readonly notRead: readonly NotRead[];
  readonly usage: ReadingUsage;
  /** sha256 of the transcript this was read from. */
  readonly transcript: string;
};

/** `costMicros`: millionths of a dollar. */
export type ReadingUsage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number;
};

/** What a report says about its readers; `digest` is that of the readings themselves, which are kept beside it. */
export type ReadingSummary = {
  readonly digest: string;
  /** Two passes or two models have read it all and answered. One voice alone is not a reading. */
  readonly isRead: boolean;
  readonly readings: readonly Pick<
    Reading,
    'reader' | 'promptVersion' | 'pass' | 'outcome' | 'abstention' | 'transcript'
  >[];
  readonly notRead: readonly NotRead[];
};
