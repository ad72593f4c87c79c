import { Problem } from '@assay/protocol';
import type { z } from 'zod';
import { type Dispatch, toRefusal } from '../../platform/http/index.ts';

type Schemas = Readonly<Record<string, z.ZodType>>;
type Handlers<T extends Schemas> = { readonly [Method in keyof T]: (params: z.output<T[Method]>) => Promise<object> };

/** Parses params with the schema of the method before any handler reads them. */
export function dispatchBy<T extends Schemas>(schemas: T, handlers: Handlers<T>): Dispatch {
  return async (method, params) => {
    const schema = Object.hasOwn(schemas, method) ? schemas[method] : undefined;
    if (schema === undefined) throw new Problem('method_not_found', { method: method.slice(0, METHOD_SHOWN_MAX) });
    const parsed = schema.safeParse(params);
    if (!parsed.success) throw toRefusal(parsed.error, '/params', params);
    return handlers[method as keyof T](parsed.data as never);
  };
}

/** Limits the length at which an unknown method name is echoed. */
const METHOD_SHOWN_MAX = 64;
