/** What the server and the built portal know of each other; nothing else crosses this line. */
import type { Answer, Route, routes } from '@assay/protocol';

type Routes = typeof routes;
/** Routes that anybody may read: the portal's pages show what an agent would be answered, and nothing more. */
type OpenRoute = {
  [Name in keyof Routes]: Routes[Name] extends Route & { access: 'none'; method: 'GET' } ? Name : never;
}[keyof Routes];

export type CallInput = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
};

/** Asks a public route of the service, in this process; a refusal is thrown with its `status` and `code`. */
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

/** Folders under `docs` that pages may show; `.` is that folder itself. */
export type DocumentFolder = '.' | 'guides' | 'policies' | 'rules';

export type Place = {
  /** Where pages are reached from outside, without a slash at its end. */
  readonly portalUrl: string;
  readonly apiUrl: string;
  readonly apiPrefix: string;
  readonly playerPrefix: string;
  readonly version: string;
  /** The OpenAPI document of this deployment. */
  readonly describeApi: () => unknown;
  /** The repository's own documents: names of a folder's Markdown files, and the text of one. */
  readonly documents: {
    names(folder: DocumentFolder): readonly string[];
    read(folder: DocumentFolder, name: string): string | undefined;
  };
};

/** A mail that was written and not sent, as the development inbox lists it. */
export type InboxMail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: string;
};

export type Portal = {
  /** Paths as the router writes them, `:name` for a parameter. */
  readonly paths: readonly string[];
  /** A path that is not among them is answered with the page for what is not there. */
  answer(path: string, request: PageRequest): Promise<PageAnswer>;
  /** The page of the development inbox. It is never kept: login codes are in the mails. */
  inbox(mails: readonly InboxMail[]): PageAnswer;
};

export declare const createPortal: (place: Place) => Portal;
/** The same list without loading anything else of the portal. */
export declare const portalPaths: readonly string[];
