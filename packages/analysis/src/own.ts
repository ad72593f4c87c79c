/** Looks up a table row by an untrusted name. `constructor` is not a row, although every object has that property. */
export const own = <Row>(table: Readonly<Record<string, Row>>, name: string): Row | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
