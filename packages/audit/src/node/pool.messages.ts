import type { Bundle, DeployedCode, DeploymentSeen, ProbeResult, RulePack, ToolPins } from '@assay/analysis/types';
import type { Audited } from '../review/audited.ts';
import type { PackCheck } from '../rule-packs/index.ts';

/** What the pool asks of a process, and what that answers. */
export type ReviewTask = {
  readonly bundle: Bundle;
  readonly isSandboxed: boolean;
  /** Rule packs that look at it too. */
  readonly plugins?: readonly RulePack[];
  /** What was seen of the service that it describes. */
  readonly probe?: readonly ProbeResult[];
  /** What lies at the address that a contract is said to be deployed at. */
  readonly deployed?: DeployedCode | undefined;
  /** What tools were when somebody approved them. */
  readonly pins?: ToolPins | undefined;
};
/** To run the samples of a rule pack. */
export type CheckTask = { readonly pack: string };
/** To compare what is deployed with its sources, without a review. */
export type CompareTask = { readonly compared: Bundle; readonly deployed: DeployedCode };
export type PoolTask = ReviewTask | CheckTask | CompareTask;

/** A report, and what it cost; the wait for a free process is no part of it. */
export type Reviewed = Audited & { readonly durationMs: number; readonly processorMs: number };

export type ProcessMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'reviewed'; readonly reviewed: Reviewed }
  | { readonly kind: 'checked'; readonly check: PackCheck }
  | { readonly kind: 'compared'; readonly seen: DeploymentSeen }
  | { readonly kind: 'fault'; readonly reason: string };
