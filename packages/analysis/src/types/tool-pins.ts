/**
 * The approved state of a tool list: one digest per tool, over its complete description, and one digest over the list.
 */
export type ToolPins = {
  readonly schema: 'assay-pins/1';
  /** sha256 of the canonical JSON of the sorted pairs of name and pin. */
  readonly list: string;
  /** Sorted by name; a duplicate name has two entries. */
  readonly tools: readonly ToolPin[];
};
export type ToolPin = {
  readonly name: string;
  /** sha256 of the canonical JSON of the whole object, including name, schema and annotations. */
  readonly pin: string;
  /**
   * Rules that warned about the tool at that time, sorted: a change that adds a warning is worse than one that does
   * not.
   */
  readonly warns: readonly string[];
};
