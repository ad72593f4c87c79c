/** What the pure engine is handed from outside. Each port answers with data; the verdict is a fold over that data. */

export type ParserAssets = {
  /** The tree-sitter runtime and grammars as wasm bytes. */
  readonly runtime: Uint8Array;
  readonly python: Uint8Array;
  readonly javascript: Uint8Array;
  readonly typescript: Uint8Array;
  /** Versions for `report.engine.parsers`, e.g. `{ 'oxc-parser': '0.154.0' }`. */
  readonly versions: Readonly<Record<string, string>>;
};

export type RulePack = { readonly id: string; readonly digest: string; readonly text: string };

export type CompilerPort = { readonly versions: readonly string[] };

export type ReviewerPort = { readonly model: string };

export type ProbeResult = { readonly url: string; readonly check: string; readonly passed: boolean };

export const OBSERVATION_KINDS = ['read', 'write', 'delete', 'exec', 'net', 'env', 'dns', 'persist', 'limit'] as const;
export type ObservationKind = (typeof OBSERVATION_KINDS)[number];

export type Observation = {
  readonly unit: string;
  readonly kind: ObservationKind;
  readonly target: string;
  /** Name of the canary seen in the data, or `null`. */
  readonly tag: string | null;
  readonly step: number;
};

/** One thing the sandbox may run. `path` is the bundle file it came from. */
export type RunnableUnit = {
  readonly id: string;
  readonly path: string;
  readonly lang: string;
  readonly text: string;
  readonly args: readonly string[];
  readonly origin: 'script' | 'fence' | 'hook' | 'package-script';
};

export type ExerciseRequest = {
  readonly inputDigest: string;
  readonly units: readonly RunnableUnit[];
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
};

export type ExerciseResult = {
  readonly mode: 'embedded' | 'hardened';
  readonly exercised: readonly string[];
  readonly notExercised: readonly { readonly unit: string; readonly reason: string }[];
  readonly observations: readonly Observation[];
};

export type SandboxPort = { exercise(request: ExerciseRequest): Promise<ExerciseResult> };
