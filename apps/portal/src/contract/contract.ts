/** The interface between the server and the built portal. They share nothing else. */
import type { Answer, Route, routes } from '@assay/protocol';

type Routes = typeof routes;
/** Public routes: the portal's pages show only data that is public in the API. */
type OpenRoute = {
  [Name in keyof Routes]: Routes[Name] extends Route & { access: 'none'; method: 'GET' } ? Name : never;
}[keyof Routes];

export type CallInput = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
};

/** Calls a public route of the service within this process. Throws a problem with its `status` and `code`. */
export type Call = <Name extends OpenRoute>(name: Name, input?: CallInput) => Promise<Answer<Routes[Name]>>;

export type PageRequest = {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly accept: string;
  readonly call: Call;
};

export type PageAnswer = {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Folders under `docs` that pages may show. `.` is that folder itself. */
export type DocumentFolder = '.' | 'guides' | 'policies' | 'rules';

export type Place = {
  /** The public address of the pages, without a trailing slash. */
  readonly portalUrl: string;
  readonly apiUrl: string;
  readonly apiPrefix: string;
  readonly playerPrefix: string;
  readonly version: string;
  /** The OpenAPI document of this deployment. */
  readonly describeApi: () => unknown;
  /** The repository's documents: the Markdown file names of a folder, and the text of a file. */
  readonly documents: {
    names(folder: DocumentFolder): readonly string[];
    read(folder: DocumentFolder, name: string): string | undefined;
  };
};

/** A mail that was not sent, for the development inbox. */
export type InboxMail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: string;
};

export type Portal = {
  /** Paths in the router's notation, with `:name` for a parameter. */
  readonly paths: readonly string[];
  /** Any other path is answered with the not-found page. */
  answer(path: string, request: PageRequest): Promise<PageAnswer>;
  /** The page of the development inbox. It is never cached, because the mails contain login codes. */
  inbox(mails: readonly InboxMail[]): PageAnswer;
};

export declare const createPortal: (place: Place) => Portal;
/** The same list, without loading the rest of the portal. */
export declare const portalPaths: readonly string[];
/** The languages of the pages; the first one is the default. */
export declare const portalLanguages: readonly { readonly code: string; readonly tag: string }[];
