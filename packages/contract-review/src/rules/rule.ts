import type { PlacedHit } from '@assay/analysis/result/at-places';
import type { DeploymentSeen, RuleInfo } from '@assay/analysis/types';
import type { Trace } from '../flow/trace.ts';
import type { Contract, Program } from '../program/program.ts';
import type { Fn } from '../syntax/ast.ts';

/** One contract with the traces of its entries. */
export type ReviewedContract = {
  readonly contract: Contract;
  readonly entries: readonly Trace[];
  /** What runs once, when it is made. */
  readonly constructors: readonly Trace[];
  readonly fns: readonly Fn[];
};

export type ContractFacts = {
  readonly program: Program;
  readonly contracts: readonly ReviewedContract[];
  /** Whether what lies on a chain was made from these sources; nothing where nobody says that it was. */
  readonly deployment?: DeploymentSeen | undefined;
};

export type ContractRule = RuleInfo & {
  /** What it cannot see. */
  readonly blindTo: string;
  /** May look at the compiler version that is asked for; a test holds everybody else to it. */
  readonly readsPragma?: boolean;
  readonly check: (facts: ContractFacts) => readonly PlacedHit[];
};
