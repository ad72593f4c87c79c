type Work<Row> = {
  /** True when the row moved and needs no further check. */
  readonly move: (row: Row) => Promise<boolean>;
  /** Receives the error of `move` and moves the row behind the others. */
  readonly putOff: (row: Row, error: unknown) => Promise<void>;
};

/** Processes rows one by one, so that a failure does not affect the others. Returns the number that moved. */
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
