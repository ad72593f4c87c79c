/**
 * One small tree for every programming language. Parsers lower into it, the analysis reads only it. What a parser does
 * not understand becomes an `op` over the expressions inside, so no call is ever lost.
 */
type At = { readonly start: number; readonly end: number };

export type Argument = { readonly name: string | null; readonly value: Expr };

export type FunctionNode = At & {
  readonly name: string;
  readonly params: readonly string[];
  readonly body: readonly Stmt[];
  /** Called by reading the name, not by calling it. */
  readonly isGetter?: boolean;
  /** Which parameter takes all words from its place on. */
  readonly restAt?: number;
  /** Its first parameter is what it is called on. */
  readonly takesReceiver?: boolean;
  /** Called by its name alone. */
  readonly isBare?: boolean;
};

export type Expr = At &
  (
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'member'; readonly on: Expr; readonly name: string }
    | { readonly kind: 'index'; readonly on: Expr; readonly key: readonly Expr[]; readonly isSlice: boolean }
    | { readonly kind: 'call'; readonly callee: Expr; readonly args: readonly Argument[] }
    | { readonly kind: 'join'; readonly parts: readonly Expr[] }
    | { readonly kind: 'list'; readonly items: readonly Expr[] }
    | { readonly kind: 'map'; readonly entries: readonly { readonly key: Expr | null; readonly value: Expr }[] }
    | { readonly kind: 'function'; readonly fn: FunctionNode }
    | { readonly kind: 'op'; readonly op: string; readonly args: readonly Expr[] }
  );

export type ImportedName = { readonly name: string; readonly as: string };

export type Stmt = At &
  (
    | { readonly kind: 'assign'; readonly targets: readonly Expr[]; readonly value: Expr }
    | { readonly kind: 'do'; readonly value: Expr }
    | { readonly kind: 'return'; readonly value: Expr | null }
    | { readonly kind: 'function'; readonly fn: FunctionNode }
    | { readonly kind: 'class'; readonly name: string; readonly body: readonly Stmt[] }
    | {
        readonly kind: 'block';
        /** `guard` is the "only when run as a program" block. */
        readonly role: 'if' | 'loop' | 'try' | 'with' | 'guard' | 'plain';
        readonly head: readonly Expr[];
        readonly body: readonly Stmt[];
      }
    | {
        readonly kind: 'import';
        readonly module: string;
        /** Names taken out of the module; empty when the module itself is bound to `as`. */
        readonly names: readonly ImportedName[];
        readonly as: string;
      }
  );

export type Program = {
  readonly body: readonly Stmt[];
  readonly comments: readonly (At & { readonly text: string })[];
  /** Share of the text the parser could not read, in per mille. */
  readonly errorPermille: number;
  readonly isTruncated: boolean;
};

/** A parameter that is not given holds this. */
export const fallsBack = (name: string, value: Expr): Stmt => {
  const { start, end } = value;
  const args: Expr[] = [{ kind: 'name', name, start, end }, value];
  return { kind: 'do', value: { kind: 'op', op: 'default', args, start, end }, start, end };
};

/** What is known of a text no grammar could read. */
export const UNREAD_PROGRAM: Program = { body: [], comments: [], errorPermille: 1_000, isTruncated: false };

/** By what name a template that is a command of a shell is called. */
export const SHELL_TAG = '<shell-template>';

/** Nodes lowered per unit; past it the rest is left to the lexical scan. */
export const CODE_LIMITS = { charsMax: 4_194_304, nodesMax: 300_000, depthMax: 500 } as const;
