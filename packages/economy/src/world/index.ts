/** The public API of the world kernel. Everything else in this folder is internal. */
export { KernelFault } from './fault.ts';
export { type Branch, fork, preview } from './fork.ts';
export { adoptRules, createWorld, FIRST_REPUTATION } from './genesis.ts';
export type {
  AccountRef,
  AdminInput,
  HoldPurpose,
  Input,
  InputResult,
  IntentInput,
  IssueReason,
  SettleShare,
} from './inputs/types.ts';
export type { IntentOutcome } from './intents/queue.ts';
export { checkInvariants } from './invariants.ts';
export { SKILL_SLOTS } from './layout.ts';
export { POSTING_KINDS } from './ledger.ts';
export { CURRENT_RULES, HOURS_PER_DAY, SWITCHES, type Switch, TICKS_PER_MONTH } from './params.ts';
export { MERIDIAN } from './seed/cities.ts';
export { createMeridian, warmUp } from './seed/meridian.ts';
export { MERIDIAN_VALIDATORS } from './seed/validators.ts';
export { hashOfSaved, load, save, stateHash } from './serialise.ts';
export { KERNEL_VERSION, type World } from './state.ts';
export { type StepResult, step, type WorldEvent } from './tick.ts';
export { view } from './views/index.ts';
export {
  type ForkChange,
  type ForkReplica,
  forkParameters,
  refuseChange,
  runReplica,
  toForkSeries,
} from './what-if.ts';
