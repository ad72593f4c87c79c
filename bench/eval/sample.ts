import type { Bundle, Report, Severity } from '@assay/audit';

/** One skill of a corpus. `load` reads it when its turn comes, so that a corpus need not fit in memory. */
export type Sample = {
  readonly id: string;
  /** `wild`: nobody has said what it is. */
  readonly label: 'malicious' | 'benign' | 'wild';
  readonly category: string;
  readonly campaign: string;
  /** Who published the label; figures are given per source because one source is one author's idea of an attack. */
  readonly source: string;
  readonly repository: string;
  readonly cluster: string;
  readonly bytes: number;
  /** The label rests on the publisher, not on the text: scored apart. */
  readonly isWeak: boolean;
  readonly load: () => Bundle;
};

/** Where a finding stands and what it is called: what a person needs to look it up. */
export type Mark = {
  readonly ruleId: string;
  readonly severity: Severity;
  readonly place: string;
  readonly evidence: string;
};

/** A rule that spoke of a skill, once per kind of evidence. */
export type Fired = { readonly ruleId: string; readonly evidence: string; readonly isBlocking: boolean };

export type Result = {
  readonly sample: Sample;
  /** `FAULT` is a review that failed or was stopped; it is neither caught nor safe. */
  readonly reviewResult: Report['reviewResult'] | 'FAULT';
  readonly hasHigh: boolean;
  readonly reasons: readonly string[];
  readonly marks: readonly Mark[];
  readonly fired: readonly Fired[];
  /** How many passages the report names for reading. */
  readonly passages: number;
  readonly durationMs: number;
  /** No script and no code block: whatever the skill does, it does by words. */
  readonly isProseOnly: boolean;
  readonly fault?: string;
};

export const isCaught = ({ reviewResult }: Result): boolean => reviewResult === 'UNSAFE';
const PASSED: ReadonlySet<Result['reviewResult']> = new Set(['NO_FINDINGS', 'SAFE']);
/** Blocked, undecided and failed reviews count together: none of them lets a benign skill pass. */
export const isBlocked = ({ reviewResult }: Result): boolean => !PASSED.has(reviewResult);
