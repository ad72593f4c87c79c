/** Which value of an ID token identifies an operator. */
type Claims = Readonly<Record<string, unknown>>;

/** The value of the configured claim. An e-mail address counts only if the provider has verified it. */
export function identityOf(claims: Claims, claim: string): string | undefined {
  if (claim === 'email' && claims.email_verified !== true) return undefined;
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
