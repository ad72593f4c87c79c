/** What the current work belongs to. Every log line written during it contains these fields. */
import { AsyncLocalStorage } from 'node:async_hooks';

type Context = {
  readonly requestId?: string | undefined;
  readonly queue?: string;
  readonly key?: string;
};

const current = new AsyncLocalStorage<Context>();

export const runInContext = <T>(context: Context, work: () => T): T => current.run(context, work);
/** A copy, because pino adds the fields of the line to it. */
export const readContext = (): Context => ({ ...current.getStore() });
