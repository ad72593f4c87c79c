/** What a page is: where it stands, what it asks the service for, what it shows, and the same as data. */
import type { ReactNode } from 'react';
import type { PageAnswer, PageRequest, Place } from './contract/contract.ts';

export type { Place } from './contract/contract.ts';

export type Context = PageRequest & {
  readonly place: Place;
  /** How the path ends when it asks for the page's twin. */
  readonly suffix: string | undefined;
};

export type Head = {
  readonly title: string;
  readonly description: string;
  /** Path of the picture that is shown where the page is linked, if it has one of its own. */
  readonly image?: string;
  /** Where the same is found as data. */
  readonly twin: { readonly type: 'application/json' | 'text/markdown'; readonly href: string };
  /** False for answers to one visitor's question. */
  readonly isIndexed?: boolean;
};

export type Page<Data> = {
  readonly load: (context: Context) => Promise<Data> | Data;
  readonly head: (data: Data, context: Context) => Head;
  readonly body: (data: Data, context: Context) => ReactNode;
  /** What a caller who asks for JSON gets; the loaded data if left out. */
  readonly json?: (data: Data, context: Context) => unknown;
  /** What a caller who asks for Markdown gets, at the same path with `.md` after it. */
  readonly markdown?: (data: Data) => string;
  readonly status?: (data: Data) => number;
  /** Runs in the browser: `site` on every page, further ones where they are needed. */
  readonly scripts?: readonly ScriptName[];
};

/** A path that is not a page: a redirect, a picture, a document. */
export type Handler = (context: Context) => Promise<PageAnswer> | PageAnswer;

export type ScriptName = 'site' | 'app';
