/** The vocabulary of rule packs: Markdown for people, with fenced `rule` blocks as data. */
import type { Discourse, FactKind, Severity } from '@assay/analysis/types';

export const SURFACES = ['skill', 'api', 'tool', 'contract'] as const;
export type Surface = (typeof SURFACES)[number];

export const SCOPES = ['line', 'block', 'file', 'bundle'] as const;
export type Scope = (typeof SCOPES)[number];

/** Categories of rules: those of the engine's own rules, or none. */
export const CATEGORIES = [
  'AGY',
  'CAP',
  'CON',
  'CRD',
  'EXE',
  'EXF',
  'HID',
  'PER',
  'PI',
  'PLG',
  'PRV',
  'SOC',
  'SUP',
  'UNA',
  'WKN',
] as const;

export type Scalar = string | number | boolean;
/** Tests on a member of a fact. All of them must hold. */
export type Test = {
  readonly eq?: Scalar | undefined;
  readonly in?: readonly Scalar[] | undefined;
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
  readonly contains?: string | undefined;
  readonly matches?: string | undefined;
  readonly gt?: number | undefined;
  readonly lt?: number | undefined;
};
export type Where = Readonly<Record<string, Scalar | Test>>;

export type MatchNode =
  | {
      readonly literal: readonly string[];
      readonly word?: boolean | undefined;
      readonly case?: 'sensitive' | 'insensitive' | undefined;
    }
  | { readonly regex: string; readonly flags?: string | undefined }
  | { readonly fact: FactKind; readonly where?: Where | undefined; readonly count?: Test | undefined }
  | { readonly flow: { readonly from?: Where | undefined; readonly to?: Where | undefined } }
  | { readonly all: readonly MatchNode[]; readonly within?: Scope | undefined; readonly not?: Exclusion | undefined }
  | { readonly any: readonly MatchNode[]; readonly not?: Exclusion | undefined }
  | { readonly near: { readonly lines: number; readonly of: readonly MatchNode[] } }
  | { readonly sequence: readonly MatchNode[]; readonly within?: Scope | undefined };
/** What must not match: a context, or another match in the same scope. */
export type Exclusion = { readonly context: readonly Discourse[] } | MatchNode;

export type PackRule = {
  readonly id: string;
  readonly title: string;
  readonly surface: readonly Surface[];
  readonly severity: Exclude<Severity, 'CRITICAL'>;
  readonly category: (typeof CATEGORIES)[number];
  readonly match: MatchNode;
  readonly message: string;
  readonly fix: string;
  readonly tests: { readonly match: readonly string[]; readonly clean: readonly string[] };
};

/** A parsed pack: well-formed and within its limits. */
export type Pack = {
  readonly surface: readonly Surface[];
  readonly rules: readonly (PackRule & { readonly line: number })[];
  /** Everything outside the rule blocks. */
  readonly prose: string;
};

/** A problem of a pack, with its line. */
export type PackIssue = { readonly line: number; readonly detail: string };

export type ReadPack =
  | { readonly ok: true; readonly pack: Pack }
  | { readonly ok: false; readonly issues: readonly PackIssue[] };
