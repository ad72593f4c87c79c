import { type CodeValue, either, NOTHING, refersTo } from './code-value.ts';

/** Promises under construction, by the function that settles them. */
export class Continuations {
  private readonly settled = new Map<string, CodeValue[]>();

  /** Creates a promise and returns the function that settles it. */
  open(): CodeValue {
    const ref = `<settle ${this.settled.size}>`;
    this.settled.set(ref, []);
    return refersTo(ref);
  }

  /** `resolve(value)`: returns whether `ref` is a function that settles a promise. */
  settle(ref: string, [value = NOTHING]: readonly CodeValue[]): boolean {
    const values = this.settled.get(ref);
    if (values !== undefined && values.length < SETTLED_MAX) values.push(value);
    return values !== undefined;
  }

  valueOf({ ref }: CodeValue): CodeValue {
    return either(this.settled.get(ref ?? '') ?? []);
  }
}

const SETTLED_MAX = 20;
