import type { Manifest } from './bundle.ts';
import type { FactKind, FactOf } from './fact.ts';
import type { Confidence, Discourse, Nature, Severity } from './report.ts';
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
  /** Defaults to the rule's severity; another value is an escalation that `looksAt` names. */
  readonly severity?: Severity;
  /** One sentence on this very case, put before the rule's `why`. */
  readonly note?: string;
  /** Shown instead of the source text under `at`. */
  readonly evidence?: string;
  readonly modifiers?: readonly Modifier[];
  readonly related?: readonly { readonly at: Span; readonly role: string }[];
  /** The content that runs is neither in the bundle nor pinned nor from a recognised origin. */
  readonly isUnreviewedExecution?: boolean;
  /** Somebody is made to run or follow it, and it was not read. Blocks wherever it stands. */
  readonly isUnread?: boolean;
  /** The sandbox saw it happen: the text at its place says nothing about it. */
  readonly wasSeen?: boolean;
  /** Blocks as `package-integrity`. */
  readonly breaksIntegrity?: boolean;
  /** Blocks as `nothing-to-review`: no accusation, but no ground for SAFE either. */
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

/** What there is to say about a rule; how it looks is its own matter. */
export type RuleInfo = {
  readonly id: string;
  readonly title: string;
  /** What the rule asks of a bundle. */
  readonly question: string;
  readonly category: string;
  readonly family: RuleFamily;
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

export type Rule = RuleInfo & { readonly check: (facts: Facts) => readonly RawFinding[] };
