import type { FunctionNode } from '../../languages/code/ir.ts';
import type { CodeValue } from './code-value.ts';

type Call = { readonly callee: CodeValue; readonly receiver: CodeValue; readonly args: readonly CodeValue[] };

const isCallable = ({ ref, fn }: CodeValue): boolean => ref !== null || fn !== null;

/**
 * `f.call(it, a)`, `f.apply(it, [a])`, `Reflect.apply(f, it, [a])`, `Reflect.construct(f, [a])` and what `bind` or `partial` made: whatever the spelling, it is a call
 * of `f` with `a`.
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

/** A function with its first words given already. */
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

const LISTENS = /^(?:on|once|addListener|addEventListener|prependListener|subscribe|connect|add_listener|listen_to)$/;
const RAISES = /^(?:emit|dispatchEvent|trigger|publish|fire|notify|send_signal)$/;

/** Who waits for which word, in one program. */
export class Listeners {
  private readonly byEvent = new Map<string, FunctionNode[]>();

  private readonly raised = new Map<string, (readonly CodeValue[])[]>();

  /** `bus.on('word', fn)` and `bus.emit('word', data)`, whichever comes first: who is called with what. */
  met(method: string, args: readonly CodeValue[], { ref }: CodeValue): readonly Heard[] {
    const [event, ...words] = args;
    if (SPEAKS.test(method) && !SENDERS.test(ref ?? '')) return this.raise('message', args.slice(0, 1));
    if (event?.text == null) return [];
    if (RAISES.test(method)) return this.raise(event.text, words);
    const fn = LISTENS.test(method) ? (words[0]?.fn ?? null) : null;
    if (fn === null) return [];
    this.byEvent.set(event.text, [...(this.byEvent.get(event.text) ?? []), fn].slice(-LISTENERS_MAX));
    return (this.raised.get(event.text) ?? []).map((earlier) => ({ fn, words: earlier }));
  }

  private raise(event: string, words: readonly CodeValue[]): readonly Heard[] {
    this.raised.set(event, [...(this.raised.get(event) ?? []), words].slice(-RAISED_MAX));
    return (this.byEvent.get(event) ?? []).map((fn) => ({ fn, words }));
  }
}
type Heard = { readonly fn: FunctionNode; readonly words: readonly CodeValue[] };

/** A program or a thread that was started is told something, and hears it as a message. */
const SPEAKS = /^(?:postMessage|send)$/;
const SENDERS = /^<|socket|request|client|session|http|axios|mail|transport|ws$/i;
const RAISED_MAX = 20;

const LISTENERS_MAX = 1_000;
