/**
 * Port through which the engine compiles contracts and tries to reproduce findings. It returns data; the engine itself
 * runs nothing.
 */

export type CompileRequest = {
  /** All sources by path, including imports. */
  readonly sources: readonly { readonly path: string; readonly text: string }[];
  /** Version constraints as written in the sources, e.g. `^0.8.0`. */
  readonly pragmas: readonly string[];
  /** Resolved paths of non-relative imports: `context:written=path`. */
  readonly remappings: readonly string[];
  readonly settings?: CompileSettings;
  /**
   * Only checks that the sources compile. Code generation takes most of the compiler's time, and only an attack needs
   * the code.
   */
  readonly isCheck?: boolean;
};

/** Compiler settings. Without them, the settings of a review apply. */
export type CompileSettings = {
  /** Expected number of runs for the optimiser; `null` disables it. */
  readonly runs: number | null;
  /** Target EVM version: a name, `default` for the compiler's own choice, or `null` for the version of reviews. */
  readonly evm: string | null;
  readonly isIr: boolean;
};

export type CompileProblem = {
  readonly file: string;
  /** UTF-16 offset; -1 if the compiler reports no position. */
  readonly start: number;
  readonly message: string;
};

export type AbiInput = {
  readonly name: string;
  readonly type: string;
  /** `contract Token`, if the compiler reports it. */
  readonly internalType?: string;
  readonly components?: readonly AbiInput[];
};
export type AbiItem = {
  readonly type: string;
  readonly name?: string;
  readonly inputs?: readonly AbiInput[];
  readonly outputs?: readonly AbiInput[];
  readonly stateMutability?: string;
  readonly payable?: boolean;
  readonly constant?: boolean;
};

export type CompiledContract = {
  readonly file: string;
  readonly name: string;
  readonly abi: readonly AbiItem[];
  /** Hexadecimal, without `0x`; empty if the contract cannot be deployed. */
  readonly bytecode: string;
  readonly runtime: string;
  /** Byte ranges of the runtime code that deployment fills in. */
  readonly immutables: readonly { readonly start: number; readonly length: number }[];
  /** Four-byte selectors by function signature. */
  readonly selectors: Readonly<Record<string, string>>;
};

export type Compilation = {
  /** `null` if no compiler matches. */
  readonly version: string | null;
  readonly problems: readonly CompileProblem[];
  readonly contracts: readonly CompiledContract[];
};

/** One call of an exploit, in a form that can be repeated. */
export type ExploitStep = {
  readonly from: string;
  readonly to: string;
  readonly call: string;
  readonly args: readonly string[];
  readonly value: string;
};

export type Exploit = {
  readonly contract: string;
  readonly oracle: string;
  readonly detail: string;
  readonly steps: readonly ExploitStep[];
};

/** A finding that the lab tries to reproduce, with the function to call. */
export type Suspect = {
  readonly fingerprint: string;
  readonly ruleId: string;
  readonly contract: string;
  readonly fn: string;
};

export type TryRequest = {
  readonly compilation: Compilation;
  readonly suspects: readonly Suspect[];
  /** State variables that each function reads and writes, used to find promising call orders. */
  readonly uses: readonly FunctionUse[];
  /** Literals of the source, tried as arguments. */
  readonly constants: readonly string[];
};

export type FunctionUse = {
  readonly contract: string;
  readonly fn: string;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
};

export type Tried = {
  readonly exploits: readonly (Exploit & { readonly fingerprint: string })[];
  readonly notTried: readonly { readonly unit: string; readonly reason: string }[];
};

export type ContractLab = {
  /** Sources that ship with the engine, by import path. */
  imported(path: string): string | undefined;
  compile(request: CompileRequest): Promise<Compilation>;
  attack(request: TryRequest): Promise<Tried>;
  close(): void;
};
