import type { Input, InputResult, StepResult, World } from '@assay/economy/world';

/** A row of the operators' audit log. */
export type AuditEntry = {
  readonly actor: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly detail: Record<string, string | number>;
  readonly requestId: string | null;
};

/** An input that an hour processed, with its result. */
export type ProcessedInput = {
  readonly id: number;
  readonly principal: string;
  readonly input: Input;
  /** The journal of the service's ledger that the input belongs to. */
  readonly journalId?: string | undefined;
  readonly result: InputResult;
};

/** Events of the world, published in the transaction of its creation or of the hour. */
export type WorldEvent =
  /** The world exists from here on, in its first hour. Its next hour processes the inputs that handlers queue. */
  { readonly type: 'world.created'; readonly world: World; readonly at: Date } | WorldTicked;
export type WorldTicked = {
  readonly type: 'world.ticked';
  /** The state after the hour. Read it with `view`, and do not modify it. */
  readonly world: World;
  readonly step: StepResult;
  readonly inputs: readonly ProcessedInput[];
  readonly at: Date;
};
