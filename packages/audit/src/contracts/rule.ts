import type { Confidence, RuleInfo, Severity } from '../model.ts';
import type { DeploymentSeen } from './deployed.ts';
import type { Trace } from './flow/trace.ts';
import type { Contract, Program } from './program/program.ts';
import type { Fn } from './syntax/ast.ts';

export type Place = { readonly file: string; readonly start: number; readonly end: number };

/** What a detector says of one place. */
export type ContractHit = {
  readonly at: Place;
  readonly confidence: Confidence;
  /** Another than the rule's own, where `blindTo` names the case. */
  readonly severity?: Severity;
  readonly note?: string;
  readonly related?: readonly { readonly at: Place; readonly role: string }[];
  /** Contract and function that somebody would have to call to see it happen. */
  readonly entry?: { readonly contract: string; readonly fn: string };
};

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
  readonly check: (facts: ContractFacts) => readonly ContractHit[];
};
