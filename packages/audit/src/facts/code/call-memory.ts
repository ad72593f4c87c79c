import type { FunctionNode } from '../../parse/code/ir.ts';
import type { CodeValue } from './code-value.ts';

const DEPTH_MAX = 2;
const PARTS_MAX = 40;

/** Enough of a value to know it again. */
function sign(value: CodeValue, depth: number): string {
  const { text, ref, taints, isDecoded, items, entries, fn, file } = value;
  const inner =
    depth >= DEPTH_MAX
      ? `${items?.length ?? ''}/${entries?.size ?? ''}`
      : [
          ...(items ?? []).slice(0, PARTS_MAX).map((item) => sign(item, depth + 1)),
          ...[...(entries ?? [])].slice(0, PARTS_MAX).map(([name, item]) => `${name}:${sign(item, depth + 1)}`),
        ].join(',');
  const sources = taints.map((taint) => `${taint.class} ${taint.label} ${taint.at.start} ${taint.isEncoded}`).join(';');
  return `${text}|${ref}|${isDecoded}|${sources}|${fn?.start ?? ''}|${file?.path ?? ''}|[${inner}]`;
}

/** A call that was looked at before, with the same arguments while nothing else had changed, does the same again. */
export class CallMemory {
  private readonly known = new Map<FunctionNode, Map<string, CodeValue>>();

  recall(fn: FunctionNode, args: readonly CodeValue[], state: number): { key: string; value: CodeValue | undefined } {
    const key = `${state} ${args.map((arg) => sign(arg, 0)).join('\u0000')}`;
    return { key, value: this.known.get(fn)?.get(key) };
  }

  keep(fn: FunctionNode, key: string, value: CodeValue): void {
    const calls = this.known.get(fn) ?? new Map<string, CodeValue>();
    this.known.set(fn, calls.set(key, value));
  }
}
