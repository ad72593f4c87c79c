/** The definition of a page: its path, its requests, its content, and its data form. */
import type { ReactNode } from 'react';
import type { PageAnswer, PageRequest, Place } from './contract/contract.ts';

export type { Place } from './contract/contract.ts';

export type Context = PageRequest & {
  readonly place: Place;
  /** The suffix of a path that requests the data form of the page. */
  readonly suffix: string | undefined;
};

export type Head = {
  readonly title: string;
  readonly description: string;
  /** The path of the page's own preview image, if any. */
  readonly image?: string;
  /** The address of the data form. */
  readonly twin: { readonly type: 'application/json' | 'text/markdown'; readonly href: string };
  /** False for answers to a visitor's individual query. */
  readonly isIndexed?: boolean;
};

export type Page<Data> = {
  readonly load: (context: Context) => Promise<Data> | Data;
  readonly head: (data: Data, context: Context) => Head;
  readonly body: (data: Data, context: Context) => ReactNode;
  /** The answer for JSON clients; the loaded data by default. */
  readonly json?: (data: Data, context: Context) => unknown;
  /** The answer for Markdown clients, at the same path with the suffix `.md`. */
  readonly markdown?: (data: Data) => string;
  readonly status?: (data: Data) => number;
  /** Browser scripts: `site` on every page, others where needed. */
  readonly scripts?: readonly ScriptName[];
  /** The content is in English in every language of the portal, for example a guide. */
  readonly isEnglish?: boolean;
};

/** A path without a page: a redirect, an image, a document. */
export type Handler = (context: Context) => Promise<PageAnswer> | PageAnswer;

export type ScriptName = 'site' | 'app';
