/**
 * Builds a table of models by name. `new Map(rows)` lets a later row shadow an earlier one without a word, so that a library call
 * silently loses its model; here a name that occurs twice is an error at load time.
 */
export function tableOf<T>(rows: Iterable<readonly [name: string, model: T]>): ReadonlyMap<string, T> {
  const table = new Map<string, T>();
  for (const [name, model] of rows) {
    if (table.has(name)) throw new Error(`The model table has two rows named "${name}": join them into one.`);
    table.set(name, model);
  }
  return table;
}
