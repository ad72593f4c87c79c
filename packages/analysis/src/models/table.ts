/**
 * Builds a table of models by name. With `new Map(rows)` a later row silently replaces an earlier one, and a library
 * call loses its model. Here a duplicate name is an error at load time.
 */
export function tableOf<T>(rows: Iterable<readonly [name: string, model: T]>): ReadonlyMap<string, T> {
  const table = new Map<string, T>();
  for (const [name, model] of rows) {
    if (table.has(name)) throw new Error(`The model table has two rows named "${name}": join them into one.`);
    table.set(name, model);
  }
  return table;
}

/** One row for each of the names, separated by spaces, with the same model. */
export const rowsOf = <T>(model: T, names: string): (readonly [name: string, model: T])[] =>
  names.split(' ').map((name) => [name, model] as const);
