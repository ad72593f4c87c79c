import type { OperatorRole } from '@assay/protocol';

/** The principals of the service: a developer account, an actor of the world, or an operator. */
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
  /** Undefined for the administrative key, which belongs to no named person. */
  readonly name: string | undefined;
  /** The sign-in session. Undefined for a key. */
  readonly session?: { readonly id: string; readonly operatorId: string };
};
export type Caller = Developer | Actor | Operator;

/** The caller that a handler receives, by the access class of its route. */
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

/** The operator of a request, for the audit log. On the command line the request id is null. */
export type ByOperator = { readonly caller: Pick<Operator, 'name'>; readonly requestId: string | null };
export type OperatorAct = ByOperator & { readonly reason: string };

/** The operator's name in the audit log. */
export const operatorNameOf = ({ name }: Pick<Operator, 'name'>): string =>
  name === undefined ? 'operator' : `operator:${name}`;

/** The identifier under which rate limits and stored answers are kept for a caller. */
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
