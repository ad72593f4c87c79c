import type { FunctionNode } from '../../languages/code/ir.ts';
import type { CodeValue } from './code-value.ts';

type LateCall = { readonly fn: FunctionNode; readonly args: readonly CodeValue[]; readonly secrets: number };

const CALLS_MAX = 400;

/**
 * Calls that are looked at once more when all is read: a worker that was started before the queue was filled, a listener of
 * something that is said later. Only those after which a secret came into a name that they may see.
 */
export class LateCalls {
  private readonly calls = new Map<FunctionNode, LateCall>();

  note(fn: FunctionNode, args: readonly CodeValue[], secrets: number): void {
    if (this.calls.size < CALLS_MAX) this.calls.set(fn, { fn, args, secrets });
  }

  due(secrets: number): LateCall[] {
    return [...this.calls.values()].filter((call) => call.secrets < secrets);
  }
}
