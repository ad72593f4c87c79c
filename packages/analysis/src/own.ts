/** A row of a table by a name that somebody else chose: `constructor` is no row, although every object has one. */
export const own = <Row>(table: Readonly<Record<string, Row>>, name: string): Row | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
