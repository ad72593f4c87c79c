import { type CodeValue, either, NOTHING, refersTo } from './code-value.ts';

/** Promises that are being made, by the function that each is settled with. */
export class Continuations {
  private readonly settled = new Map<string, CodeValue[]>();

  /** A function that settles a new promise. */
  open(): CodeValue {
    const ref = `<settle ${this.settled.size}>`;
    this.settled.set(ref, []);
    return refersTo(ref);
  }

  /** `resolve(value)`: whether this is such a function. */
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
