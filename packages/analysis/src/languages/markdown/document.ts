/** Parts of a Markdown file, with exact UTF-16 offsets into the parsed text. */

export type Span = { readonly start: number; readonly end: number };

export type BlockKind = 'heading' | 'paragraph' | 'cell' | 'fence' | 'html' | 'definition';

/**
 * A leaf of the document. `text` has exactly `end - start` characters: list and quote markers inside it are blanked, so
 * that `start + index` is always the offset in the file.
 */
export type Block = Span & {
  readonly kind: BlockKind;
  readonly text: string;
  /** Titles of the headings above, outermost first. */
  readonly headings: readonly string[];
  /** The sentence before the list, table or fence; empty if there is none. */
  readonly lead: string;
  /** Texts of the enclosing list items, outermost first, without the block's own item text. */
  readonly items: readonly string[];
  readonly listDepth: number;
  /** First word of a fence's info string, lower case. */
  readonly language: string;
  /** Header of the cell's column. */
  readonly header: string;
  /** Region that the block parser gave up on (too deep or too long). It is read as plain text. */
  readonly isPlain: boolean;
  readonly inlines: readonly Inline[];
};

export type InlineKind = 'code' | 'quote' | 'strong' | 'strike' | 'link' | 'image' | 'html' | 'comment' | 'autolink';

/** Offsets are relative to the document. `inner` is the content between the markers. */
export type Inline = Span & {
  readonly kind: InlineKind;
  readonly inner: Span;
  readonly target: string;
  readonly title: string;
};

type HiddenHow = 'comment' | 'style' | 'definition';

/** Text a reader of the rendered page does not see. */
export type HiddenSpan = Span & { readonly how: HiddenHow; readonly text: string };

export type FrontMatterField = Span & { readonly key: string; readonly text: string };

export type FrontMatter = Span & { readonly text: string; readonly fields: readonly FrontMatterField[] };

export type MarkdownDocument = {
  readonly text: string;
  readonly frontMatter: FrontMatter | undefined;
  readonly blocks: readonly Block[];
  readonly hidden: readonly HiddenSpan[];
};

export const MARKDOWN_LIMITS = {
  /** A text is cut at this length. */
  readCharsMax: 1_048_576,
  /** Structure is parsed up to this length. The rest is plain text, which is read as directive. */
  parsedCharsMax: 262_144,
  frontMatterCharsMax: 65_536,
  /** markdown-it drops content that nests deeper; those lines come back as plain blocks. */
  nestingMax: 100,
  /** A quotation longer than this is treated as unclosed. */
  quoteCharsMax: 2_000,
  plainBlockCharsMax: 4_000,
} as const;
