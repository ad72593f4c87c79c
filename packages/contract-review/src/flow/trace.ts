import type { Call, Expr, Fn, StateVariable, TypeNode, Variable } from '../syntax/ast.ts';

/** What a name stands for: an expression, read in the surroundings where it was written. */
export type Binding = { readonly expr: Expr; readonly env: Env };

/** The surroundings of an expression: the function, and what its parameters and locals were given. */
export type Env = {
  readonly fn: Fn;
  readonly values: Map<string, Binding>;
  readonly locals: Map<string, Variable>;
  /** Nothing for the function that was called from outside. */
  readonly caller: Env | null;
  /** What functions called from here gave back, by the place of the call. */
  readonly given: Map<Call, readonly Binding[]>;
};

/** A condition that holds where an act stands. */
export type Guard = {
  readonly test: Expr;
  readonly holds: boolean;
  readonly env: Env;
  /** By a name alone: the code behind it is not there. */
  readonly isAssumed: boolean;
  /** Ends with its function: it only kept this one from going on. */
  readonly isLocal: boolean;
};

export type Loop = { readonly test: Expr | null; readonly env: Env; readonly start: number; readonly end: number };

/** A place in storage. `keys` are what a mapping or array is looked up by, outermost first. */
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
  | 'ether' // transfer and send: too little gas to come back
  | 'high' // a function of another contract
  | 'create'
  | 'library' // code that is not there, run in our own storage
  | 'opaque'; // a function of our own whose code is not there

export type Reached = {
  readonly how: ReachedKind;
  readonly name: string;
  readonly target: Binding | null;
  readonly args: readonly Binding[];
  readonly value: Binding | null;
  readonly gas: Binding | null;
  readonly call: Call;
  /** Somebody looks at what it gave back. */
  readonly isChecked: boolean;
  /** The other side's declaration, where it is there. */
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

/** One entry of a contract, walked once: its acts in order, internal calls and modifiers laid open. */
export type Trace = { readonly entry: Fn; readonly ops: readonly Op[]; readonly env: Env; readonly isCut: boolean };
