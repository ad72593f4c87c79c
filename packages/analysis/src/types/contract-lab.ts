/** What the engine is handed to compile contracts and to try what was found. It answers with data; nothing here runs anything. */

export type CompileRequest = {
  /** Every source by its path; imports are already among them. */
  readonly sources: readonly { readonly path: string; readonly text: string }[];
  /** Constraint as written in the sources, e.g. `^0.8.0`; `null` where none is. */
  readonly pragmas: readonly string[];
  /** Where imports that are not relative were found: `context:written=path`. */
  readonly remappings: readonly string[];
  readonly settings?: CompileSettings;
  /** Whether it compiles, and nothing more: writing code takes most of a compiler's time, and only who attacks needs it. */
  readonly isCheck?: boolean;
};

/** How a source becomes code. Nothing given: as it is compiled for a review. */
export type CompileSettings = {
  /** How often the optimiser expects code to run; null for none. */
  readonly runs: number | null;
  /** The machine that is compiled for: by its name, the compiler's own choice, or the one of reviews. */
  readonly evm: string | null;
  readonly isIr: boolean;
};

export type CompileProblem = {
  readonly file: string;
  /** UTF-16 offset; -1 where the compiler named no place. */
  readonly start: number;
  readonly message: string;
};

export type AbiInput = {
  readonly name: string;
  readonly type: string;
  /** `contract Token`, where compilers say so. */
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
  /** Hexadecimal, without `0x`; empty for what cannot be deployed. */
  readonly bytecode: string;
  readonly runtime: string;
  /** Bytes of the runtime code that are filled in when it is deployed. */
  readonly immutables: readonly { readonly start: number; readonly length: number }[];
  /** First four bytes of a call by the function's signature. */
  readonly selectors: Readonly<Record<string, string>>;
};

export type Compilation = {
  /** Nothing where no compiler fits. */
  readonly version: string | null;
  readonly problems: readonly CompileProblem[];
  readonly contracts: readonly CompiledContract[];
};

/** One call of an exploit, in words that can be run again. */
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

/** A finding worth trying, by what would have to be called. */
export type Suspect = {
  readonly fingerprint: string;
  readonly ruleId: string;
  readonly contract: string;
  readonly fn: string;
};

export type TryRequest = {
  readonly compilation: Compilation;
  readonly suspects: readonly Suspect[];
  /** Which functions of a contract read and write what, for finding orders worth trying. */
  readonly uses: readonly FunctionUse[];
  /** Numbers and texts of the source, tried as arguments. */
  readonly constants: readonly string[];
};

export type FunctionUse = {
  readonly contract: string;
  readonly fn: string;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly isPayable: boolean;
};

export type Tried = {
  readonly exploits: readonly (Exploit & { readonly fingerprint: string })[];
  readonly notTried: readonly { readonly unit: string; readonly reason: string }[];
};

export type ContractLab = {
  /** Sources that come with the engine, by the path that contracts import them under. */
  imported(path: string): string | undefined;
  compile(request: CompileRequest): Promise<Compilation>;
  attack(request: TryRequest): Promise<Tried>;
  close(): void;
};
