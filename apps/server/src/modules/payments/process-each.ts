type Work<Row> = {
  /** True when the row moved on and need not be looked at again. */
  readonly move: (row: Row) => Promise<boolean>;
  /** Told of what `move` threw; puts the row behind the others. */
  readonly putOff: (row: Row, error: unknown) => Promise<void>;
};

/** Row by row: one that fails costs the others nothing. Says how many moved. */
export async function processEach<Row>(rows: readonly Row[], { move, putOff }: Work<Row>): Promise<number> {
  let moved = 0;
  for (const row of rows) {
    try {
      if (await move(row)) moved++;
    } catch (error) {
      await putOff(row, error);
    }
  }
  return moved;
}
