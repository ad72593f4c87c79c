/** On-chain code as read by the caller; hexadecimal without `0x`. */
export type DeployedCode = {
  readonly chainId: number;
  readonly address: string;
  readonly code: string;
  /** The implementation to which a proxy delegates, and its code. */
  readonly implementation: { readonly address: string; readonly code: string } | null;
};

/** Whether the on-chain code was compiled from the sources. */
export type DeploymentSeen =
  | { readonly kind: 'same'; readonly contract: string; readonly implementation: string | null }
  | { readonly kind: 'different'; readonly reason: string };
