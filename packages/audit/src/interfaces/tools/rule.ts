import type { BundleAbout, Confidence, Facts, RuleInfo, Severity, Span } from '@assay/analysis/types';
import type { Offer, ServerFile, Text } from './server.ts';
import type { Hidden } from './texts.ts';

/** A rule's hit at one place. */
export type ToolHit = {
  readonly at: Span;
  readonly confidence: Confidence;
  /** Differs from the rule's severity where `blindTo` names the case. */
  readonly severity?: Severity;
  readonly note?: string;
  /** The place is invisible to a reader. */
  readonly isHidden?: boolean;
  readonly leavesUndecided?: boolean;
  readonly related?: readonly { readonly at: Span; readonly role: string }[];
};

/** All facts about a server and its offers. */
export type ToolFacts = {
  readonly files: readonly ServerFile[];
  readonly tools: readonly Offer[];
  readonly prompts: readonly Offer[];
  readonly resources: readonly Offer[];
  /** Texts outside the offers. */
  readonly card: readonly Text[];
  readonly hidden: (texts: readonly Text[]) => readonly Hidden[];
  readonly about: BundleAbout;
  /** Facts of the source code, if the bundle contains it. */
  readonly code: Facts;
};

export type ToolRule = RuleInfo & {
  /** What the rule cannot see. */
  readonly blindTo: string;
  readonly check: (facts: ToolFacts) => readonly ToolHit[];
};

type Given = Pick<RuleInfo, 'id' | 'title' | 'question' | 'severity' | 'nature' | 'references' | 'why' | 'fix'> &
  Pick<ToolRule, 'blindTo' | 'check'>;

/** Adds the members that all tool rules share. */
export const toolRule = (given: Given): ToolRule => ({
  ...given,
  category: 'MCP',
  family: 'tool',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  since: '2026.11',
});
