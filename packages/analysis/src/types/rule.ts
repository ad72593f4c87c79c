import type { Manifest } from './bundle.ts';
import type { FactKind, FactOf } from './fact.ts';
import type { Confidence, Discourse, FindingKind, Nature, Severity } from './report.ts';
import type { Span } from './view.ts';

/** What a rule may look at. Rules never see bytes. */
export type Facts = {
  of<K extends FactKind>(kind: K): readonly FactOf<K>[];
  /** Facts of a kind in one file. */
  in<K extends FactKind>(file: string, kind: K): readonly FactOf<K>[];
  readonly about: BundleAbout;
};

/** What the publisher says, and what names belong to the product. */
export type BundleAbout = {
  readonly entry: string | null;
  readonly name: string;
  readonly description: string;
  readonly sourceOwner: string;
  readonly manifest: Manifest | null;
  /** Hosts of manifest, endpoints and frontmatter, lower case. */
  readonly declaredHosts: ReadonlySet<string>;
  /** What the entry document says outside of its blocks of code: names of variables, and the registrable domains of hosts. */
  readonly told: { readonly variables: ReadonlySet<string>; readonly domains: ReadonlySet<string> };
  /** Lower-case words of name, description and owner: what an address may share with the product. */
  readonly brandTokens: ReadonlySet<string>;
  readonly knownNames: readonly string[];
  readonly files: ReadonlySet<string>;
};

/** Moves severity by one step at most in total; `+` raises, `-` lowers. */
export type Modifier =
  | '+hidden'
  | '+concealed'
  | '+encoded'
  | '+pressure'
  | '-declared'
  | '-confirmed'
  | '-recognised-origin';

export type RawFinding = {
  readonly at: Span;
  readonly confidence: Confidence;
  /** Defaults to the rule's severity. Below CRITICAL the finding of a proving rule is a hint. */
  readonly severity?: Severity;
  /** One sentence on this very case, put before the rule's `why`. */
  readonly note?: string;
  /** Shown instead of the source text under `at`. */
  readonly evidence?: string;
  readonly modifiers?: readonly Modifier[];
  readonly related?: readonly { readonly at: Span; readonly role: string }[];
  /** It would be executed or followed, and it was not read. Counts wherever it stands. */
  readonly isUnread?: boolean;
  /** The sandbox saw it happen: the text at its place says nothing about it. */
  readonly wasSeen?: boolean;
  /** Blocks as `package-integrity`. */
  readonly breaksIntegrity?: boolean;
  /** The result is UNDECIDED: no evidence against the bundle, but no ground for SAFE either. */
  readonly leavesUndecided?: boolean;
};

export type RuleFamily =
  | 'instruction'
  | 'code-taint'
  | 'supply-chain'
  | 'sandbox'
  | 'contract'
  | 'api'
  | 'tool'
  | 'llm';

/** Secret data left, fetched code was executed, a shell was tied to a connection, something persisted, files outside were deleted. */
export type Reproduction = 'secret-left' | 'foreign-code' | 'shell' | 'persisted' | 'deleted';

/** What there is to say about a rule; how it looks is its own matter. */
export type RuleInfo = {
  readonly id: string;
  readonly title: string;
  /** What the rule asks of a bundle. */
  readonly question: string;
  readonly category: string;
  readonly family: RuleFamily;
  /** Whether a critical finding proves harm, or only points. Rules over contracts and interfaces may leave it out: theirs prove. */
  readonly kind?: FindingKind;
  /** What the sandbox must have seen for a finding to count as reproduced. */
  readonly reproducedBy?: Reproduction;
  readonly severity: Severity;
  readonly nature: Nature;
  /** Discourse classes in which a hit counts; elsewhere it is demoted. */
  readonly contexts: readonly Discourse[];
  readonly references: readonly string[];
  readonly why: string;
  readonly fix: string;
  /** Ruleset version the rule came with. */
  readonly since: string;
  /** How it looks, where the question does not say it. */
  readonly looksAt?: string;
  readonly blindTo: string;
  /** What is known to be harmless and found all the same. */
  readonly falseAlarms?: string;
};

export type Rule = RuleInfo & { readonly kind: FindingKind; readonly check: (facts: Facts) => readonly RawFinding[] };
