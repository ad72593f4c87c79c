import type { OperatorRole } from '@assay/protocol';

/** The principals of the service: a developer's account, a being in the world, a person who operates the service. */
export type Developer = { readonly kind: 'dev'; readonly accountId: string; readonly tokenId: string };
export type Actor = {
  readonly kind: 'key';
  readonly actorId: string;
  readonly walletAddress: string;
  readonly keyId: string;
  readonly scopes: readonly string[];
};
export type Operator = {
  readonly kind: 'god';
  readonly role: OperatorRole;
  /** Undefined for the holder of the administrative key, which belongs to no person in particular. */
  readonly name: string | undefined;
  /** The session of a sign-in; undefined with a key. */
  readonly session?: { readonly id: string; readonly operatorId: string };
};
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

/** Who acts in a request, for the audit log; the request id is null on the command line. */
export type ByOperator = { readonly caller: Pick<Operator, 'name'>; readonly requestId: string | null };
export type OperatorAct = ByOperator & { readonly reason: string };

/** The operator as the audit log names it. */
export const operatorNameOf = ({ name }: Pick<Operator, 'name'>): string =>
  name === undefined ? 'operator' : `operator:${name}`;

/** The name under which limits and stored answers are kept for a caller. */
export function principalOf(caller: Caller): string {
  switch (caller.kind) {
    case 'dev':
      return `account:${caller.accountId}`;
    case 'key':
      return `actor:${caller.actorId}`;
    case 'god':
      return operatorNameOf(caller);
  }
}
