/** What the current work belongs to. Every log line written during it contains these fields. */
import { AsyncLocalStorage } from 'node:async_hooks';

type Context = {
  requestId?: string | undefined;
  readonly queue?: string;
  readonly key?: string;
};

const current = new AsyncLocalStorage<Context>();

export const runInContext = <T>(context: Context, work: () => T): T => current.run(context, work);
/** Work that a timer started belongs to the request that caused the row on which it continues. */
export function resumeRequest(requestId: string | null): void {
  const context = current.getStore();
  if (context !== undefined) context.requestId ??= requestId ?? undefined;
}
/** A copy, because pino adds the fields of the line to it. */
export const readContext = (): Context => ({ ...current.getStore() });
