import type { Confidence, Nature, RuleInfo, Severity } from '@assay/analysis/types';
import type { ApiDocument } from './document/document.ts';
import type { Place } from './tree/node.ts';

/** What a rule says of one place. Hits of one class become one finding with a count. */
export type ApiHit = {
  readonly at: Place;
  readonly confidence: Confidence;
  /** Another than the rule's own, where `blindTo` names the case. */
  readonly severity?: Severity;
  readonly note: string;
  /** What of the rule it is about; hits that share it are counted together. */
  readonly class: string;
};

/** What the publisher says beside the documents. */
export type ApiAbout = {
  readonly declaredHosts: ReadonlySet<string>;
};

export type ApiRule = RuleInfo & {
  /** What it cannot see. */
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
