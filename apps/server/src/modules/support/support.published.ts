import type { QueueDecision, QueueKind, Severity } from '@assay/protocol';

/** An operator has decided about work of this kind; the module that queued it applies the decision. Plugins are not queued yet. */
export const DECIDED = {
  ROUND: 'operator.decided-round',
  FLAG: 'operator.decided-flag',
  REFUND: 'operator.decided-refund',
  TICKET: 'operator.decided-ticket',
  INTERVENTION: 'operator.decided-intervention',
  ABUSE: 'operator.decided-abuse',
  APPEAL: 'operator.decided-appeal',
} as const satisfies Partial<Record<QueueKind, string>>;
export type DecidableKind = keyof typeof DECIDED;

export type Verdict = {
  readonly decision: QueueDecision;
  readonly reason: string;
  readonly severity?: Severity | undefined;
};
export type OperatorDecided = {
  /** The subject of the item. */
  readonly ref: { readonly type: string; readonly id: string };
  readonly verdict: Verdict;
};

/** Events of support, published in the transaction of the change. */
export type SupportEvent = {
  [Kind in DecidableKind]: { readonly type: (typeof DECIDED)[Kind] } & OperatorDecided;
}[DecidableKind];
