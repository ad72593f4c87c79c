import type { BundleAbout, Confidence, Facts, RuleInfo, Severity, Span } from '@assay/analysis/types';
import type { Offer, ServerFile, Text } from './server.ts';
import type { Hidden } from './texts.ts';

/** What a rule says of one place. */
export type ToolHit = {
  readonly at: Span;
  readonly confidence: Confidence;
  /** Another than the rule's own, where `blindTo` names the case. */
  readonly severity?: Severity;
  readonly note?: string;
  /** Out of the reader's sight. */
  readonly isHidden?: boolean;
  readonly leavesUndecided?: boolean;
  readonly related?: readonly { readonly at: Span; readonly role: string }[];
};

/** What there is to know of a server and what it offers. */
export type ToolFacts = {
  readonly files: readonly ServerFile[];
  readonly tools: readonly Offer[];
  readonly prompts: readonly Offer[];
  readonly resources: readonly Offer[];
  /** Texts outside the offers. */
  readonly card: readonly Text[];
  readonly hidden: (texts: readonly Text[]) => readonly Hidden[];
  readonly about: BundleAbout;
  /** Facts of the source, where it came along. */
  readonly code: Facts;
};

export type ToolRule = RuleInfo & {
  /** What it cannot see. */
  readonly blindTo: string;
  readonly check: (facts: ToolFacts) => readonly ToolHit[];
};

type Given = Pick<RuleInfo, 'id' | 'title' | 'question' | 'severity' | 'nature' | 'references' | 'why' | 'fix'> &
  Pick<ToolRule, 'blindTo' | 'check'>;

/** What all rules of tools have in common. */
export const toolRule = (given: Given): ToolRule => ({
  ...given,
  category: 'MCP',
  family: 'tool',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  since: '2026.11',
});
