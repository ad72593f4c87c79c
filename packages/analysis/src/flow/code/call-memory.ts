import type { FunctionNode } from '../../languages/code/ir.ts';
import { isFullyKnown, shown } from '../value.ts';
import type { CodeValue } from './code-value.ts';

const DEPTH_MAX = 8;
/** The number of parts in a value, nested parts included. A shared part counts at each occurrence. */
const PARTS_MAX = 400;

const ROUNDS_MAX = 6;

/** A signature that identifies a value. A value that is too large gets a new signature each time. */
function sign(value: CodeValue, signUnknown: () => string): string {
  let left = PARTS_MAX;
  const signPart = (part: CodeValue, depth: number): string => {
    const { text, ref, taints, isDecoded, items, entries, fn, file, rest } = part;
    const inner = [...(items ?? []).map((item) => ['', item] as const), ...(entries ?? [])];
    left = depth < DEPTH_MAX || inner.length === 0 ? left - inner.length : -1;
    const parts = left < 0 ? [] : inner.map(([name, item]) => `${name}:${signPart(item, depth + 1)}`);
    const sources = taints.map((taint) => `${taint.class} ${taint.label} ${taint.at.start} ${taint.isEncoded}`);
    return `${text}|${ref}|${isDecoded}|${sources.join(';')}|${fn?.start ?? ''}|${file?.path ?? ''}|${rest?.length ?? ''}|[${parts}]`;
  };
  const signature = signPart(value, 0);
  return left < 0 ? signUnknown() : signature;
}

/** A count does not matter, because a call is followed through all of its branches. */
const COUNT = /^\d{1,6}$/;

/** `tree.left.left.left` counts as `tree.left`. */
const HEAD = /^[^.]*(?:\.[^.]*)?/;

/** The properties of a value that may matter inside the function: its text when all of it is known, and its taints. */
function shapeOf(value: CodeValue): string {
  const { ref, taints, items, entries, fn } = value;
  const sources = [...new Set(taints.map((taint) => `${taint.class} ${taint.label}`))].sort().join(';');
  const parts = [value, ...(items ?? []), ...(entries?.values() ?? [])].filter(isFullyKnown);
  const known = parts.map((part) => shown(part).replace(COUNT, '#'));
  return JSON.stringify([known, HEAD.exec(ref ?? '')?.[0], sources, fn?.start]);
}

/** Remembers calls. A call with the same arguments and the same outer state has the same result. */
export class CallMemory {
  private readonly known = new Map<FunctionNode, Map<string, CodeValue>>();
  private unknowns = 0;
  private readonly going: { readonly fn: FunctionNode; readonly shape: string }[] = [];

  /**
   * Whether a recursive call passes nothing new, so that an active call already covers it. All branches are followed in each round,
   * so a few rounds are enough. Without this limit, a walk over folders has a longer path in each round, and two calls in one body
   * double the work.
   */
  isGoingOn(fn: FunctionNode, args: readonly CodeValue[]): boolean {
    const rounds = this.going.filter((call) => call.fn === fn);
    if (rounds.length >= ROUNDS_MAX) return true;
    const shape = args.map(shapeOf).join('\u0000');
    return rounds.some((call) => call.shape === shape);
  }

  during<T>(fn: FunctionNode, args: readonly CodeValue[], look: () => T): T {
    this.going.push({ fn, shape: args.map(shapeOf).join('\u0000') });
    const result = look();
    this.going.pop();
    return result;
  }

  recall(fn: FunctionNode, args: readonly CodeValue[], state: number): { key: string; value: CodeValue | undefined } {
    const signUnknown = (): string => {
      this.unknowns += 1;
      return `#${this.unknowns}`;
    };
    const key = `${state} ${args.map((arg) => sign(arg, signUnknown)).join('\u0000')}`;
    return { key, value: this.known.get(fn)?.get(key) };
  }

  keep(fn: FunctionNode, key: string, value: CodeValue): void {
    const calls = this.known.get(fn) ?? new Map<string, CodeValue>();
    this.known.set(fn, calls.set(key, value));
  }
}
