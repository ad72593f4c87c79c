import type { Call, Expr, Fn, StateVariable, TypeNode, Variable } from '../syntax/ast.ts';

/** The value of a name: an expression and the environment that it is evaluated in. */
export type Binding = { readonly expr: Expr; readonly env: Env };

/** The environment of an expression: the function, and the values of its parameters and locals. */
export type Env = {
  readonly fn: Fn;
  readonly values: Map<string, Binding>;
  readonly locals: Map<string, Variable>;
  /** `null` for an entry function. */
  readonly caller: Env | null;
  /** Return values of the calls made here, by call. */
  readonly given: Map<Call, readonly Binding[]>;
};

/** A condition that holds at an operation. */
export type Guard = {
  readonly test: Expr;
  readonly holds: boolean;
  readonly env: Env;
  /** Inferred from a name alone, because its code is missing. */
  readonly isAssumed: boolean;
  /** Holds only inside its function: it skips code without reverting, such as an early return. */
  readonly isLocal: boolean;
};

export type Loop = { readonly test: Expr | null; readonly env: Env; readonly start: number; readonly end: number };

/** A place in storage. `keys` are the keys of the mapping or array lookups, outermost first. */
export type Slot = {
  readonly variable: StateVariable | null;
  readonly keys: readonly Binding[];
  readonly members: readonly string[];
  readonly type: TypeNode | undefined;
};

export type ReachedKind =
  | 'low' // address.call
  | 'delegate'
  | 'static'
  | 'ether' // transfer and send: too little gas for reentrancy
  | 'high' // a function of another contract
  | 'create'
  | 'library' // missing code that runs in this contract's storage
  | 'opaque'; // a function of this contract whose code is missing

export type Reached = {
  readonly how: ReachedKind;
  readonly name: string;
  readonly target: Binding | null;
  readonly args: readonly Binding[];
  readonly value: Binding | null;
  readonly gas: Binding | null;
  readonly call: Call;
  /** The caller uses the return value. */
  readonly isChecked: boolean;
  /** The declaration in the other contract, if available. */
  readonly declared: Fn | null;
};

type Common = {
  readonly at: Expr;
  readonly env: Env;
  readonly guards: readonly Guard[];
  readonly loops: readonly Loop[];
  readonly isUnchecked: boolean;
};

export type Op =
  | (Common & { readonly kind: 'read'; readonly slot: Slot })
  | (Common & { readonly kind: 'write'; readonly slot: Slot; readonly op: string; readonly value: Expr | null })
  | (Common & { readonly kind: 'call'; readonly reached: Reached })
  | (Common & { readonly kind: 'check'; readonly test: Expr; readonly holds: boolean })
  | (Common & { readonly kind: 'destroy'; readonly to: Expr | null })
  | (Common & { readonly kind: 'math'; readonly op: string })
  | (Common & { readonly kind: 'store'; readonly slotExpr: Expr; readonly value: Expr | null })
  | (Common & { readonly kind: 'give'; readonly value: Expr | null });

export type WriteOp = Extract<Op, { kind: 'write' }>;
export type CallOp = Extract<Op, { kind: 'call' }>;

/** One entry of a contract: its operations in order, with internal calls and modifiers inlined. */
export type Trace = { readonly entry: Fn; readonly ops: readonly Op[]; readonly env: Env; readonly isCut: boolean };
