import type { Input, InputResult, StepResult, World } from '@assay/economy/world';

/** A line of the operator's audit log. */
export type AuditEntry = {
  readonly actor: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly detail: Record<string, string | number>;
  readonly requestId: string | null;
};

/** An input that an hour took up, and what became of it. */
export type TakenInput = {
  readonly id: number;
  readonly principal: string;
  readonly input: Input;
  /** The journal of the service's ledger that it is a part of. */
  readonly journalId?: string | undefined;
  readonly result: InputResult;
};

/** What the world tells others, in the transaction in which it is made or an hour is recorded. */
export type WorldEvent =
  /** It is there from here on, in its first hour; what others want it to know, its next hour takes up. */
  { readonly type: 'world.created'; readonly world: World; readonly at: Date } | WorldTicked;
export type WorldTicked = {
  readonly type: 'world.ticked';
  /** The state right after the hour; read it with `view`, change nothing. */
  readonly world: World;
  readonly step: StepResult;
  readonly inputs: readonly TakenInput[];
  readonly at: Date;
};
