/** What decisions about reports tell others, in the transaction in which it happens. */
export type AbuseEvent =
  | { readonly type: 'abuse.barred'; readonly certificateId: string; readonly reportId: string }
  | { readonly type: 'abuse.unbarred'; readonly certificateId: string };
