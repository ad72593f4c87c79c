/** What accounts tell others, in the transaction in which it happens. */
export type AccountEvent =
  /** The owner closes the account. Modules that still need the owner reject the event; the others delete the owner's data. */
  { readonly type: 'account.closing'; readonly accountId: string };
