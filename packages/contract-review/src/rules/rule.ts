import type { PlacedHit } from '@assay/analysis/result/at-places';
import type { DeploymentSeen, RuleInfo } from '@assay/analysis/types';
import type { Trace } from '../flow/trace.ts';
import type { Contract, Program } from '../program/program.ts';
import type { Fn } from '../syntax/ast.ts';

/** One contract with the traces of its entries. */
export type ReviewedContract = {
  readonly contract: Contract;
  readonly entries: readonly Trace[];
  /** Constructors: they run once, at deployment. */
  readonly constructors: readonly Trace[];
  readonly fns: readonly Fn[];
};

export type ContractFacts = {
  readonly program: Program;
  readonly contracts: readonly ReviewedContract[];
  /** Result of comparing the on-chain code with these sources; absent without a declared deployment. */
  readonly deployment?: DeploymentSeen | undefined;
};

export type ContractRule = RuleInfo & {
  /** Limitations of the rule. */
  readonly blindTo: string;
  readonly check: (facts: ContractFacts) => readonly PlacedHit[];
};
