import type { Confidence, Nature, RuleInfo, Severity } from '@assay/analysis/types';
import type { ApiDocument } from './document/document.ts';
import type { Place } from './tree/node.ts';

/** A rule's hit at one place. Hits of one class become one finding with a count. */
export type ApiHit = {
  readonly at: Place;
  readonly confidence: Confidence;
  /** Differs from the rule's severity where `blindTo` names the case. */
  readonly severity?: Severity;
  readonly note: string;
  /** The aspect of the rule. Hits with the same class are counted together. */
  readonly class: string;
};

/** Statements of the publisher outside the documents. */
export type ApiAbout = {
  readonly declaredHosts: ReadonlySet<string>;
};

export type ApiRule = RuleInfo & {
  /** What the rule cannot see. */
  readonly blindTo: string;
  readonly check: (document: ApiDocument, about: ApiAbout) => readonly ApiHit[];
};

type Words = Pick<
  ApiRule,
  'id' | 'title' | 'question' | 'severity' | 'references' | 'why' | 'fix' | 'blindTo' | 'check'
> & {
  readonly nature?: Nature;
};

export const apiRule = ({ nature = 'weakness', ...words }: Words): ApiRule => ({
  ...words,
  nature,
  category: 'API',
  family: 'api',
  contexts: ['reference', 'directive', 'executable', 'hidden'],
  since: '2026.12',
});
