import type { CodeValue } from './code-value.ts';

type Call = { readonly callee: CodeValue; readonly receiver: CodeValue; readonly args: readonly CodeValue[] };

const isCallable = ({ ref, fn }: CodeValue): boolean => ref !== null || fn !== null;

/**
 * Reduces indirect calls to a call of `f` with `a`: `f.call(it, a)`, `f.apply(it, [a])`, `Reflect.apply(f, it, [a])`,
 * `Reflect.construct(f, [a])` and calls of the result of `bind` or `partial`.
 */
export function redirected(call: Call, method: string): Call {
  const { callee, receiver, args } = call;
  const [first, second, list] = args;
  if (callee.ref === 'Reflect.construct' && first !== undefined && isCallable(first))
    return unbound({ ...call, callee: first, args: second?.items ?? [] });
  if (callee.ref === 'Reflect.apply' && first !== undefined && isCallable(first))
    return unbound({ ...call, callee: first, args: list?.items ?? [] });
  if ((method === 'call' || method === 'apply') && isCallable(receiver) && receiver.entries === null)
    return unbound({
      ...call,
      callee: receiver,
      args: method === 'call' ? args.slice(1) : (args[1]?.items ?? args.slice(1)),
    });
  return unbound(call);
}

const unbound = (call: Call): Call =>
  call.callee.bound == null ? call : { ...call, args: [...call.callee.bound, ...call.args] };

/** A function with its first arguments bound by `bind` or `partial`. */
export function bindWords(
  callee: string,
  method: string,
  receiver: CodeValue,
  args: readonly CodeValue[],
): CodeValue | undefined {
  const [first, ...rest] = args;
  if (/^(?:functools\.)?partial$/.test(callee) && first !== undefined && isCallable(first))
    return { ...first, bound: rest };
  if (method === 'bind' && isCallable(receiver)) return { ...receiver, bound: rest };
  return undefined;
}
