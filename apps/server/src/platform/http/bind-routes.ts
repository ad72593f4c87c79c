import type { Answer, Input, Media, Route, RouteTable } from '@assay/protocol';
import type { Callers } from '../auth/index.ts';
import type { ReadyAnswer, Reply, StreamAnswer } from './answer.ts';

type Context<R extends Route> = {
  readonly caller: Callers[R['access']];
  readonly requestId: string;
  /** The client address that the rate limits count. It is never stored. */
  readonly client: string;
  /** The body as sent, before defaults are applied: this is what a signature covers. */
  readonly sentBody: unknown;
  readonly accept: string;
  /** A page of the portal asks in this process: a person looks, no program. */
  readonly isForPage?: true;
};

type Answered<R extends Route> = R['answer'] extends Media
  ? string | ReadyAnswer | StreamAnswer
  : Answer<R> | Reply<Answer<R>> | ReadyAnswer;

type Handle<R extends Route> = (input: Input<R>, context: Context<R>) => Promise<Answered<R>> | Answered<R>;
type Handlers<T extends RouteTable> = { readonly [Name in keyof T]: Handle<T[Name]> };

/** A declared route and its handler with erased types, for `mountRoutes`. */
export type BoundRoute = {
  readonly name: string;
  readonly route: Route;
  readonly handle: (input: unknown, context: unknown) => unknown;
};

/** Joins a route table with its handlers. A declared route without a handler does not compile. */
export function bindRoutes<const T extends RouteTable>(table: T, handlers: Handlers<T>): BoundRoute[] {
  return Object.entries(table).map(([name, route]) => ({
    name,
    route,
    handle: handlers[name as keyof T] as BoundRoute['handle'],
  }));
}
