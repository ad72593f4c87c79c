import type { Bundle, DeployedCode, DeploymentSeen, ProbeResult, RulePack, ToolPins } from '@assay/analysis/types';
import type { Audited } from '../review/audited.ts';
import type { PackCheck } from '../rule-packs/index.ts';

/** A review request of the pool to a process. */
export type ReviewTask = {
  readonly bundle: Bundle;
  readonly isSandboxed: boolean;
  /** Additional rule packs to run. */
  readonly plugins?: readonly RulePack[];
  /** Observations of the described service. */
  readonly probe?: readonly ProbeResult[];
  /** The code at the address that the contract is said to be deployed at. */
  readonly deployed?: DeployedCode | undefined;
  /** The tools as a user approved them. */
  readonly pins?: ToolPins | undefined;
};
/** Runs the samples of a rule pack. */
export type CheckTask = { readonly pack: string };
/** Compares deployed code with its sources, without a review. */
export type CompareTask = { readonly compared: Bundle; readonly deployed: DeployedCode };
export type PoolTask = ReviewTask | CheckTask | CompareTask;

/** A report and its cost. The wait for a free process is not included. */
export type Reviewed = Audited & { readonly durationMs: number; readonly processorMs: number };

export type ProcessMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'reviewed'; readonly reviewed: Reviewed }
  | { readonly kind: 'checked'; readonly check: PackCheck }
  | { readonly kind: 'compared'; readonly seen: DeploymentSeen }
  | { readonly kind: 'fault'; readonly reason: string };
