import type { Manifest } from './bundle.ts';
import type { FactKind, FactOf } from './fact.ts';
import type { Confidence, Discourse, FindingKind, Nature, Severity } from './report.ts';
import type { Span } from './view.ts';

/** Input of a rule. Rules never see bytes. */
export type Facts = {
  of<K extends FactKind>(kind: K): readonly FactOf<K>[];
  /** Facts of a kind in one file. */
  in<K extends FactKind>(file: string, kind: K): readonly FactOf<K>[];
  readonly about: BundleAbout;
};

/** The publisher's statements and the names that belong to the product. */
export type BundleAbout = {
  readonly entry: string | null;
  readonly name: string;
  readonly description: string;
  readonly sourceOwner: string;
  readonly manifest: Manifest | null;
  /** Hosts of manifest, endpoints and front matter, lower case. */
  readonly declaredHosts: ReadonlySet<string>;
  /** Variable names and registrable domains in the entry document outside its code blocks. */
  readonly told: { readonly variables: ReadonlySet<string>; readonly domains: ReadonlySet<string> };
  /** Lower-case words of name, description and owner, compared with the words of an address. */
  readonly brandTokens: ReadonlySet<string>;
  readonly knownNames: readonly string[];
  readonly files: ReadonlySet<string>;
};

export type RawFinding = {
  readonly at: Span;
  readonly confidence: Confidence;
  /** Defaults to the rule's severity. Below CRITICAL the finding of a proving rule is a hint. */
  readonly severity?: Severity;
  /** One sentence about this case, shown before the rule's `why`. */
  readonly note?: string;
  /** Shown instead of the source text under `at`. */
  readonly evidence?: string;
  readonly related?: readonly { readonly at: Span; readonly role: string }[];
  /** The content would be executed or followed, but was not read. Counts in every context. */
  readonly isUnread?: boolean;
  /** The sandbox observed it, so the context of its source text does not matter. */
  readonly wasSeen?: boolean;
  /** Blocks as `package-integrity`. */
  readonly breaksIntegrity?: boolean;
  /** Makes the result UNDECIDED: not evidence against the bundle, but no basis for SAFE. */
  readonly leavesUndecided?: boolean;
};

export type RuleFamily = 'instruction' | 'code-taint' | 'supply-chain' | 'sandbox' | 'contract' | 'api' | 'tool';

/**
 * A secret was sent, downloaded code was executed, a shell was attached to a connection, a change persisted, files
 * outside the bundle were deleted.
 */
export type Reproduction = 'secret-left' | 'foreign-code' | 'shell' | 'persisted' | 'deleted';

/** Description of a rule, without its implementation. */
export type RuleInfo = {
  readonly id: string;
  readonly title: string;
  /** The question that the rule asks about a bundle. */
  readonly question: string;
  readonly category: string;
  readonly family: RuleFamily;
  /**
   * Whether a critical finding proves harm or only points to a place. Rules for contracts and interfaces may omit it:
   * theirs are proofs.
   */
  readonly kind?: FindingKind;
  /** The observation that makes a finding count as reproduced. */
  readonly reproducedBy?: Reproduction;
  readonly severity: Severity;
  readonly nature: Nature;
  /** Discourse classes in which a hit counts; elsewhere it is demoted. */
  readonly contexts: readonly Discourse[];
  readonly references: readonly string[];
  readonly why: string;
  readonly fix: string;
  /** Ruleset version that introduced the rule. */
  readonly since: string;
  /** Method of the rule, if the question does not show it. */
  readonly looksAt?: string;
  readonly blindTo: string;
  /** Known false alarms. */
  readonly falseAlarms?: string;
};

export type Rule = RuleInfo & { readonly kind: FindingKind; readonly check: (facts: Facts) => readonly RawFinding[] };
