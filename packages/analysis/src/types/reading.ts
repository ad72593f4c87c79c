/** A model's answer about a bundle, as stored data. A fold decides its weight in the report. */

/** Each pass reads the same content in another order and with another wording of the instruction. */
export const PASSES = ['a', 'b', 'c'] as const;
export type Pass = (typeof PASSES)[number];

export const READING_SEVERITIES = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
type ReadingSeverity = (typeof READING_SEVERITIES)[number];

/** `name` is the operator's name for the reader, `model` the provider's, `family` the model's maker. */
export type Reader = { readonly name: string; readonly model: string; readonly family: string };

/**
 * Content that no reader received. `limit`: text past the token limit of a submission. `not-text`: a picture, font,
 * recording or archive. `opaque`: bytes that only a program can interpret. `needed`: a reader reports that the content
 * decides what the product does.
 */
export type NotRead = {
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly reason: 'limit' | 'not-text' | 'opaque' | 'needed';
  readonly isReachable: boolean;
};

/** Why a pass does not count. An abstention is never consent. */
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

/** A passage of the bundle that a model quoted, verified in the file. */
export type ReadingQuote = {
  readonly file: string;
  /** Lines of the file, 1-based; for decoded text the lines of the encoded text. */
  readonly startLine: number;
  readonly endLine: number;
  readonly layers: readonly string[];
  /** With secrets masked. */
  readonly quote: string;
};

export type ReadingFinding = ReadingQuote & {
  readonly severity: ReadingSeverity;
  readonly act: string;
  readonly why: string;
  readonly fix: string;
  /** The model rejects the bundle because of this; otherwise it is a remark. */
  readonly isReason: boolean;
};

/** One pass of one model over one bundle. Integers only, so that it can be hashed. */
export type Reading = {
  readonly schema: 'assay-reading/1';
  /** `report.input.digest` of the bundle. */
  readonly input: string;
  readonly reader: Reader;
  readonly promptVersion: string;
  readonly pass: Pass;
  readonly outcome: 'REFUSE' | 'PASS' | 'ABSTAIN';
  readonly abstention: Abstention | null;
  readonly findings: readonly ReadingFinding[];
  /** Verified quotes that address the reviewer. */
  readonly attempts: readonly ReadingQuote[];
  readonly quotesDropped: number;
  readonly parts: number;
  readonly notRead: readonly NotRead[];
  readonly usage: ReadingUsage;
  /** sha256 of the transcript of this reading. */
  readonly transcript: string;
};

/** `costMicros`: millionths of a dollar. */
export type ReadingUsage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number;
};

/** The report's summary of its readings. `digest` covers the readings, which are stored separately. */
export type ReadingSummary = {
  readonly digest: string;
  /** At least two passes or two models have read everything and answered. A single answer is not a reading. */
  readonly isRead: boolean;
  readonly readings: readonly Pick<
    Reading,
    'reader' | 'promptVersion' | 'pass' | 'outcome' | 'abstention' | 'transcript'
  >[];
  readonly notRead: readonly NotRead[];
};
