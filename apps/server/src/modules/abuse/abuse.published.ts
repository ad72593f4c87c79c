/** Events of abuse decisions, published in the transaction that causes them. */
export type AbuseEvent =
  | { readonly type: 'abuse.barred'; readonly certificateId: string; readonly reportId: string }
  | { readonly type: 'abuse.unbarred'; readonly certificateId: string; readonly reportId: string };
