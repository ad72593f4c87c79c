/**
 * One small tree (IR) for every programming language. Parsers lower into it, and the analysis reads only it. A
 * construct that a parser does not understand becomes an `op` over the expressions inside, so that no call is lost.
 */
type At = { readonly start: number; readonly end: number };

export type Argument = { readonly name: string | null; readonly value: Expr };

export type FunctionNode = At & {
  readonly name: string;
  readonly params: readonly string[];
  readonly body: readonly Stmt[];
  /** Runs when the name is read, without a call. */
  readonly isGetter?: boolean;
  /** Index of the rest parameter, which takes all remaining arguments. */
  readonly restAt?: number;
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
        /** Names imported from the module; empty if the module itself is bound to `as`. */
        readonly names: readonly ImportedName[];
        readonly as: string;
      }
  );

export type Program = {
  readonly body: readonly Stmt[];
  /** Share of the text the parser could not read, in per mille. */
  readonly errorPermille: number;
  readonly isTruncated: boolean;
};

/** A statement that gives a parameter its default value. */
export const fallsBack = (name: string, value: Expr): Stmt => {
  const { start, end } = value;
  const args: Expr[] = [{ kind: 'name', name, start, end }, value];
  return { kind: 'do', value: { kind: 'op', op: 'default', args, start, end }, start, end };
};

/** The result for a text that no grammar could parse. */
export const UNREAD_PROGRAM: Program = { body: [], errorPermille: 1_000, isTruncated: false };

/** Callee name for a template literal that is a shell command. */
export const SHELL_TAG = '<shell-template>';

/** Limits of one unit. The lexical scan covers the rest. */
export const CODE_LIMITS = { charsMax: 4_194_304, nodesMax: 300_000, depthMax: 500 } as const;
