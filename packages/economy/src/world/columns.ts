/** Columns of numbers, one row per entity: the storage of the world. */

/**
 * A row index inside a loop over rows is in bounds, which `noUncheckedIndexedAccess` cannot prove; without this type
 * about a thousand reads would need a cast. The array itself types the writes.
 */
// biome-ignore lint/suspicious/noExplicitAny: the only way to remove `undefined` from an indexed read
type Cells = { [index: number]: any };

export type F64 = Float64Array<ArrayBuffer> & Cells;
type F32 = Float32Array<ArrayBuffer> & Cells;
export type I32 = Int32Array<ArrayBuffer> & Cells;
type U32 = Uint32Array<ArrayBuffer> & Cells;
type U16 = Uint16Array<ArrayBuffer> & Cells;
type I8 = Int8Array<ArrayBuffer> & Cells;
type U8 = Uint8Array<ArrayBuffer> & Cells;
/** A list of row indices. */
export type Rows = number[] & Cells;

const MAKERS = {
  f64: (length: number): F64 => new Float64Array(length),
  f32: (length: number): F32 => new Float32Array(length),
  i32: (length: number): I32 => new Int32Array(length),
  u32: (length: number): U32 => new Uint32Array(length),
  u16: (length: number): U16 => new Uint16Array(length),
  i8: (length: number): I8 => new Int8Array(length),
  u8: (length: number): U8 => new Uint8Array(length),
};
type Kind = keyof typeof MAKERS;
export type ColumnArray = ReturnType<(typeof MAKERS)[Kind]>;

export type ColumnSpec<K extends Kind = Kind> = { readonly kind: K; readonly width: number; readonly empty: number };
type TableSpec = { readonly [name: string]: ColumnSpec };
export type Table<Spec extends TableSpec> = { [Name in keyof Spec]: ReturnType<(typeof MAKERS)[Spec[Name]['kind']]> };

/** A column with `width` cells per row, initialised to `empty`. */
export const column = <K extends Kind>(kind: K, width = 1, empty = 0): ColumnSpec<K> => ({ kind, width, empty });

export const makeColumn = (spec: ColumnSpec, rows: number): ColumnArray => {
  const made = MAKERS[spec.kind](rows * spec.width);
  if (spec.empty !== 0) made.fill(spec.empty);
  return made;
};

export function makeTable<Spec extends TableSpec>(spec: Spec, rows: number): Table<Spec> {
  const table: { [name: string]: ColumnArray } = {};
  for (const [name, one] of Object.entries(spec)) table[name] = makeColumn(one, rows);
  return table as Table<Spec>;
}

/** Copies the rows into a table with more capacity. */
export function growTable<Spec extends TableSpec>(spec: Spec, table: Table<Spec>, rows: number): Table<Spec> {
  const grown: { [name: string]: ColumnArray } = {};
  for (const [name, one] of Object.entries(spec)) {
    const wider = makeColumn(one, rows);
    wider.set(table[name as keyof Spec] as ColumnArray);
    grown[name] = wider;
  }
  return grown as Table<Spec>;
}
