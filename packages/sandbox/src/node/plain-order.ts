/** These stand in the order of their codes in the tables too. */
const PLAIN = /^[a-z0-9-]*$/;

/** The script of an image calls in the old way, which makes an object of a text. */
function plainOf(value: unknown): string | undefined {
  const text = value instanceof String ? value.valueOf() : value;
  return typeof text === 'string' && PLAIN.test(text) ? text : undefined;
}

/**
 * Compares plain names without the tables of the world's languages. Those take 20 ms to load, which every process would pay for a shell
 * that sorts the names of its own options when it starts. Anything else is compared as before.
 */
export function installPlainOrder(): void {
  const byTables = String.prototype.localeCompare;
  String.prototype.localeCompare = function localeCompare(this: unknown, that: string, ...rest): number {
    const one = rest.length > 0 ? undefined : plainOf(this);
    const other = plainOf(that);
    if (one === undefined || other === undefined) return Reflect.apply(byTables, this, [that, ...rest]);
    return one < other ? -1 : Number(one > other);
  };
}
