import type { SandboxMode, SandboxRun } from './observation.ts';

export const UNIT_LANGUAGES = ['bash', 'sh', 'javascript', 'typescript', 'python', 'other'] as const;
export type UnitLanguage = (typeof UNIT_LANGUAGES)[number];
export type UnitKind = 'script' | 'fence' | 'hook' | 'package-script';

/** One piece of code somebody could run. */
export type ExerciseUnit = {
  /** Stable and unique in the plan: path, and line for fences. */
  id: string;
  kind: UnitKind;
  language: UnitLanguage;
  /** The file it stands in, relative to the bundle's root. */
  path: string;
  /** First line of the code in that file, 1-based. */
  line: number;
  code: string;
  /** Arguments the documentation shows. */
  args: string[];
  /** Whether the entry document leads to it. */
  reachable: boolean;
};

export type PlanFile = { path: string; bytes: Uint8Array };

export type ExercisePlan = {
  /** The input's digest: seeds the canaries and the dice. */
  digest: string;
  units: ExerciseUnit[];
  /** The bundle as the code would find it in its working folder. */
  files: PlanFile[];
};

/** What runs a plan. The hardened mode implements the same port. */
export type SandboxPort<Mode extends SandboxMode = SandboxMode> = {
  mode: Mode;
  run(plan: ExercisePlan): Promise<SandboxRun>;
};
