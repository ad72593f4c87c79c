/**
 * A view is text plus a monotone map to the text it was derived from. Folding, decoding and unwrapping create new
 * views; the original is never replaced, and every offset can be traced back to the original bytes.
 */
export type Segment = {
  readonly start: number;
  readonly length: number;
  readonly parentStart: number;
  readonly parentLength: number;
};

export type View = {
  readonly id: number;
  /** Path inside the bundle; a member of an archive is `outer.zip!/inner`. */
  readonly file: string;
  readonly text: string;
  readonly parent: View | null;
  /** `null` means that the text equals the parent's text, offset by offset. Sorted by `start` and by `parentStart`. */
  readonly segments: readonly Segment[] | null;
  /** Decoding path from the file to this text, e.g. `['base64@3:12', 'gzip']`; empty for visible text. */
  readonly layers: readonly string[];
};

/** A half-open range of one view, in UTF-16 code units. */
export type Span = { readonly view: View; readonly start: number; readonly end: number };

/** 1-based lines and columns, columns in UTF-16 code units, end exclusive. */
export type Range = {
  readonly startLine: number;
  readonly startCol: number;
  readonly endLine: number;
  readonly endCol: number;
};

export type Location = { readonly file: string; readonly range: Range };
