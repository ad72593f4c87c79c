/** What accounts tell others, in the transaction in which it happens. */
export type AccountEvent =
  /** Its owner wants it gone. Whoever still needs the owner refuses; whoever keeps something of theirs gives it up. */
  { readonly type: 'account.closing'; readonly accountId: string };
