/**
 * Solidity AST for the detectors: few node kinds, with old and new spellings unified. Offsets are UTF-16 code units.
 */
type Placed = { readonly start: number; readonly end: number };
/** The expression is in parentheses, so operators after it do not bind to its last operand. */
type Bracketed = { readonly isBracketed?: boolean };

export type TypeNode =
  | { readonly kind: 'elementary'; readonly name: string }
  | { readonly kind: 'mapping'; readonly key: TypeNode; readonly value: TypeNode }
  | { readonly kind: 'array'; readonly base: TypeNode; readonly isFixed: boolean }
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'function' };

type Id = Placed & { readonly kind: 'id'; readonly name: string };
export type Call = Placed & {
  readonly kind: 'call';
  readonly callee: Expr;
  readonly args: readonly Expr[];
  /** Call options: the current `{value: …}` and the old `.value(…)`. */
  readonly options: Readonly<Record<string, Expr>>;
  readonly isYul: boolean;
};
export type Assign = Placed &
  Bracketed & {
    readonly kind: 'assign';
    readonly op: string;
    readonly left: Expr;
    readonly right: Expr;
  };
export type Binary = Placed &
  Bracketed & {
    readonly kind: 'binary';
    readonly op: string;
    readonly left: Expr;
    readonly right: Expr;
  };
export type Unary = Placed &
  Bracketed & {
    readonly kind: 'unary';
    readonly op: string;
    readonly arg: Expr;
    readonly isPrefix: boolean;
  };
export type Expr =
  | Id
  | Call
  | Assign
  | Binary
  | Unary
  | (Placed & { readonly kind: 'literal'; readonly value: string; readonly of: 'number' | 'text' | 'bool' })
  | (Placed & { readonly kind: 'member'; readonly object: Expr; readonly name: string })
  | (Placed & { readonly kind: 'index'; readonly base: Expr; readonly index: Expr | null })
  | (Placed & { readonly kind: 'cast'; readonly type: TypeNode; readonly arg: Expr })
  | (Placed & Bracketed & { readonly kind: 'choice'; readonly test: Expr; readonly yes: Expr; readonly no: Expr })
  | (Placed & { readonly kind: 'tuple'; readonly items: readonly (Expr | null)[] })
  | (Placed & { readonly kind: 'new'; readonly type: TypeNode })
  | (Placed & { readonly kind: 'type'; readonly type: TypeNode })
  | (Placed & { readonly kind: 'unknown'; readonly parts: readonly Expr[] });

export type Variable = Placed & {
  readonly name: string;
  readonly type: TypeNode;
  readonly location: '' | 'storage' | 'memory' | 'calldata';
};

export type Stmt =
  | (Placed & { readonly kind: 'block'; readonly body: readonly Stmt[]; readonly isUnchecked: boolean })
  | (Placed & { readonly kind: 'if'; readonly test: Expr; readonly yes: Stmt; readonly no: Stmt | null })
  | (Placed & {
      readonly kind: 'loop';
      readonly init: Stmt | null;
      readonly test: Expr | null;
      readonly update: Expr | null;
      readonly body: Stmt;
    })
  | (Placed & { readonly kind: 'declare'; readonly names: readonly (Variable | null)[]; readonly value: Expr | null })
  | (Placed & { readonly kind: 'expr'; readonly expr: Expr })
  | (Placed & { readonly kind: 'return'; readonly value: Expr | null })
  | (Placed & { readonly kind: 'emit'; readonly call: Expr })
  | (Placed & { readonly kind: 'revert'; readonly args: readonly Expr[] })
  | (Placed & {
      readonly kind: 'try';
      readonly call: Expr;
      readonly returns: readonly Variable[];
      readonly body: Stmt;
      readonly catches: readonly Stmt[];
    })
  | (Placed & { readonly kind: 'assembly'; readonly body: readonly Stmt[] })
  | (Placed & { readonly kind: 'placeholder' })
  | (Placed & { readonly kind: 'leave' });

export type Visibility = 'public' | 'external' | 'internal' | 'private';
export type FunctionKind = 'function' | 'constructor' | 'fallback' | 'receive' | 'modifier';

export type Invocation = Placed & { readonly name: string; readonly args: readonly Expr[] };

export type Fn = Placed & {
  readonly kind: FunctionKind;
  readonly name: string;
  readonly nameAt: Placed;
  readonly params: readonly Variable[];
  readonly returns: readonly Variable[];
  /** Visibility as written; `null` if omitted, as old compilers allowed. */
  readonly visibility: Visibility | null;
  readonly mutability: 'payable' | 'view' | 'pure' | '';
  readonly invocations: readonly Invocation[];
  readonly body: Stmt | null;
  readonly file: string;
};

export type StateVariable = Variable & {
  readonly visibility: Visibility | null;
  readonly isConstant: boolean;
  readonly isImmutable: boolean;
  readonly value: Expr | null;
  readonly file: string;
};

export type Struct = { readonly name: string; readonly members: readonly Variable[] };

export type ContractNode = Placed & {
  readonly kind: 'contract' | 'interface' | 'library';
  readonly name: string;
  readonly nameAt: Placed;
  readonly bases: readonly Invocation[];
  readonly variables: readonly StateVariable[];
  readonly functions: readonly Fn[];
  readonly modifiers: readonly Fn[];
  readonly structs: readonly Struct[];
  readonly enums: readonly string[];
  readonly events: readonly string[];
  readonly file: string;
};

export type SourceUnit = {
  readonly file: string;
  readonly text: string;
  /** Version constraint as written, e.g. `^0.8.0`. Only rules about compilers may read it. */
  readonly pragma: string | null;
  readonly imports: readonly (Placed & { readonly path: string })[];
  readonly contracts: readonly ContractNode[];
  readonly functions: readonly Fn[];
  readonly structs: readonly Struct[];
  readonly constants: readonly StateVariable[];
  readonly comments: readonly Placed[];
  readonly errorPermille: number;
  readonly isTruncated: boolean;
  /** Locations of parse errors. */
  readonly errors: readonly Placed[];
};
