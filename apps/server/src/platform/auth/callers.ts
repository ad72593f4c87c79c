/** The principals of the service: a developer's account, a being in the world, the holder of the administrative key. */
export type Developer = { readonly kind: 'dev'; readonly accountId: string; readonly tokenId: string };
export type Actor = {
  readonly kind: 'key';
  readonly actorId: string;
  readonly walletAddress: string;
  readonly keyId: string;
  readonly scopes: readonly string[];
};
type Operator = { readonly kind: 'god' };
export type Caller = Developer | Actor | Operator;

/** What a handler may rely on, by the access class of its route. */
export type Callers = {
  none: undefined;
  optional: Developer | Actor | undefined;
  any: Caller | undefined;
  probe: Developer | undefined;
  dev: Developer;
  key: Actor;
  actor: Actor | Operator;
  owner: Developer | Actor;
  god: Operator;
};

/** The name under which limits and stored answers are kept for a caller. */
export function principalOf(caller: Caller): string {
  switch (caller.kind) {
    case 'dev':
      return `account:${caller.accountId}`;
    case 'key':
      return `actor:${caller.actorId}`;
    case 'god':
      return 'operator';
  }
}
