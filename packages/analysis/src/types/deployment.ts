/** What lies on a chain, as somebody read it there; hexadecimal without `0x`. */
export type DeployedCode = {
  readonly chainId: number;
  readonly address: string;
  readonly code: string;
  /** Where a proxy sends its callers, and the code there. */
  readonly implementation: { readonly address: string; readonly code: string } | null;
};

/** Whether what lies on the chain was made from the sources. */
export type DeploymentSeen =
  | { readonly kind: 'same'; readonly contract: string; readonly implementation: string | null }
  | { readonly kind: 'different'; readonly reason: string };
