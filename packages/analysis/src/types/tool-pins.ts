/** What a list was when somebody approved it: one digest per tool, over everything it says, and one over all of them. */
export type ToolPins = {
  readonly schema: 'assay-pins/1';
  /** sha256 of the canonical JSON of the sorted pairs of name and pin. */
  readonly list: string;
  /** Sorted by name; a name that stands twice has two. */
  readonly tools: readonly ToolPin[];
};
export type ToolPin = {
  readonly name: string;
  /** sha256 of the canonical JSON of the whole object: name, schema and annotations too. */
  readonly pin: string;
  /** Rules that warned of it then, sorted: a change that adds one is worse than one that does not. */
  readonly warns: readonly string[];
};
