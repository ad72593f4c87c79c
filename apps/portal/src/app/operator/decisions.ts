import type { Wire } from '../../wire.ts';

type Kind = Wire<'listQueue'>['items'][number]['kind'];

/** The possible decisions for each kind of item. */
export const DECISIONS: Readonly<Record<Kind, readonly string[]>> = {
  ROUND: ['SAFE', 'UNSAFE'],
  FLAG: ['OPEN', 'CONFIRM', 'DISMISS'],
  PLUGIN: ['APPROVE', 'REJECT', 'SUSPEND'],
  TICKET: ['REPLY', 'CLOSE'],
  REFUND: ['PAY', 'REFUSE'],
  INTERVENTION: ['TAKE', 'CLOSE'],
  ABUSE: ['DISMISS', 'DELIST', 'SUSPEND'],
  APPEAL: ['UPHOLD', 'OVERTURN'],
};
