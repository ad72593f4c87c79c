/** Events of the accounts module, published in the transaction that causes them. */
export type AccountEvent =
  /** The owner closes the account. Modules that still need the owner reject the event; the others delete the owner's data. */
  { readonly type: 'account.closing'; readonly accountId: string };
