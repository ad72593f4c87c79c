import type { Span, View } from '@assay/analysis/types';
import type { JsonNode, ObjectNode, StringNode } from './json/node.ts';

/** One string of a list, decoded, with the names that lead to it: `inputSchema/properties/path/description`. */
export type Text = {
  readonly view: View;
  readonly path: readonly string[];
  readonly isKey: boolean;
};

/** A tool, a prompt or a resource: what a server offers by a name. */
export type Offer = {
  readonly kind: 'tool' | 'prompt' | 'resource';
  readonly name: string;
  readonly description: string;
  readonly file: string;
  readonly node: ObjectNode;
  /** Where its name stands; the whole of it where it has none. */
  readonly at: Span;
  readonly texts: readonly Text[];
  readonly annotations: JsonNode | undefined;
};

/** How a server is started: a program and its arguments. */
export type Launch = { readonly at: Span; readonly words: readonly string[] };
/** A package it comes from, as registries write it down. */
export type Package = {
  readonly at: Span;
  readonly ecosystem: string;
  readonly name: string;
  readonly version: string | undefined;
};
/** Where it answers. */
export type Remote = { readonly at: Span; readonly url: string; readonly node: ObjectNode };

/** One file that says what a server offers. */
export type ServerFile = {
  readonly file: string;
  readonly view: View;
  readonly root: JsonNode;
  readonly name: string;
  readonly offers: readonly Offer[];
  /** Offers beyond the limit. */
  readonly unread: number;
  readonly launches: readonly Launch[];
  readonly packages: readonly Package[];
  readonly remotes: readonly Remote[];
  /** Everything said outside the offers. */
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
