import type { Span, View } from '@assay/analysis/types';
import type { JsonNode, ObjectNode, StringNode } from './json/node.ts';

/** One decoded string of a list, with its path: `inputSchema/properties/path/description`. */
export type Text = {
  readonly view: View;
  readonly path: readonly string[];
  readonly isKey: boolean;
};

/** A tool, a prompt or a resource that a server offers. */
export type Offer = {
  readonly kind: 'tool' | 'prompt' | 'resource';
  readonly name: string;
  readonly description: string;
  readonly file: string;
  readonly node: ObjectNode;
  /** Place of the name, or of the whole offer without a name. */
  readonly at: Span;
  readonly texts: readonly Text[];
  readonly annotations: JsonNode | undefined;
};

/** The start command of a server: a program and its arguments. */
export type Launch = { readonly at: Span; readonly words: readonly string[] };
/** A package of the server, as registries record it. */
export type Package = {
  readonly at: Span;
  readonly ecosystem: string;
  readonly name: string;
  readonly version: string | undefined;
};
/** An endpoint of the server. */
export type Remote = { readonly at: Span; readonly url: string; readonly node: ObjectNode };

/** One file that describes a server's offers. */
export type ServerFile = {
  readonly file: string;
  readonly view: View;
  readonly root: JsonNode;
  readonly name: string;
  readonly offers: readonly Offer[];
  /** Number of offers beyond the limit. */
  readonly unread: number;
  readonly launches: readonly Launch[];
  readonly packages: readonly Package[];
  readonly remotes: readonly Remote[];
  /** All texts outside the offers. */
  readonly card: readonly Text[];
};

export const spanOf = (view: View, { start, end }: { readonly start: number; readonly end: number }): Span => ({
  view,
  start,
  end,
});
export const insideQuotes = (view: View, node: StringNode): Span => ({
  view,
  start: node.start + 1,
  end: node.end - 1,
});
