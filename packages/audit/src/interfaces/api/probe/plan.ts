import { registrableDomain } from '@assay/analysis/models/origins/origin';
import { type ApiDocument, type Operation, toDocument, versionOf } from '../document/document.ts';
import { createReferences } from '../document/references.ts';
import { mayBeDocument } from '../documents.ts';
import { hostOf, isInner } from '../hosts.ts';
import { hasCredentialParameter } from '../rules/operations.ts';
import { isTrueAt } from '../tree/node.ts';
import { readTree } from '../tree/read-tree.ts';

/** At most twenty requests: every read, a repetition if it fails, and each other check once. */
const PROBE_LIMITS = { readsMax: 6, timesMin: 5 } as const;

/** An origin without an owner: a service that allows it with credentials allows any origin. */
const FOREIGN_ORIGIN = 'https://probe.assay.invalid';
const NOT_THERE = '/assay-probe-of-what-is-not-there';

/**
 * `read`: an operation as described. `again`: a repetition for its time. `origin`: a request as from a page of another
 * site. `missing`: a path that does not exist. `plain`: without encryption.
 */
type ProbeKind = 'read' | 'again' | 'origin' | 'missing' | 'plain';

/** One harmless request, and the documented form of its answer. */
export type ProbeRequest = {
  readonly kind: ProbeKind;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly domain: string;
  /** The operation requires a credential, so a request without one must be refused. */
  readonly isProtected: boolean;
  /** First digits of the documented statuses; `*` for all others. */
  readonly statuses: readonly string[];
  /** Documented media types of successful answers; empty without documentation. */
  readonly contentTypes: readonly string[];
};

type Asked = {
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  readonly declaredEndpoints: readonly string[];
};

/** Plans the requests that compare a service with its document: GET without parameters, on declared hosts, encrypted. */
export function planProbe({ files, declaredEndpoints }: Asked): ProbeRequest[] {
  const declared = new Set(declaredEndpoints.flatMap((url) => hostOf(url) ?? []));
  const decoder = new TextDecoder();
  const requests = files
    .filter(({ path }) => /\.(?:ya?ml|json)$/i.test(path))
    .map(({ path, bytes }) => ({ path, text: decoder.decode(bytes) }))
    .filter(({ text }) => mayBeDocument(text))
    .flatMap(({ path, text }) => ofDocument(path, text, declared));
  const reads = [...new Map(requests.map((request) => [request.url, request])).values()].slice(
    0,
    PROBE_LIMITS.readsMax,
  );
  return [...reads, ...besides(reads)];
}

/** Checks of the service as a whole, made once at the place of its first read. */
function besides(reads: readonly ProbeRequest[]): ProbeRequest[] {
  const [first] = reads;
  if (first === undefined) return [];
  const as = (kind: ProbeKind, url: string, headers = {}): ProbeRequest => ({ ...first, kind, url, headers });
  const { origin } = new URL(first.url);
  return [
    ...Array.from({ length: Math.max(0, PROBE_LIMITS.timesMin - reads.length) }, () => as('again', first.url)),
    as('origin', first.url, { origin: FOREIGN_ORIGIN }),
    as('missing', `${origin}${NOT_THERE}`),
    as('plain', first.url.replace(/^https:/, 'http:')),
  ];
}

function ofDocument(path: string, text: string, declared: ReadonlySet<string>): ProbeRequest[] {
  const { root } = readTree(path, text);
  if (root?.kind !== 'map' || versionOf(root) === undefined) return [];
  const references = createReferences((file) => (file === path ? root : undefined));
  const document = toDocument(path, text, root, references);
  const base = baseOf(document, declared);
  if (base === undefined) return [];
  return document.operations.filter(isHarmless).map((operation) => ({
    kind: 'read',
    headers: {},
    url: `${base}${operation.path}`,
    domain: registrableDomain(hostOf(base) ?? ''),
    isProtected: !operation.security.isOpen || hasCredentialParameter(operation),
    statuses: [...new Set(operation.answers.map(({ status }) => (status === 'default' ? '*' : status.charAt(0))))],
    contentTypes: operation.answers
      .filter(({ status }) => status.startsWith('2'))
      .flatMap(({ contents }) => contents.map(({ type }) => type)),
  }));
}

const baseOf = ({ servers }: ApiDocument, declared: ReadonlySet<string>): string | undefined =>
  servers
    .filter(({ of, url }) => of === 'document' && /^https:\/\//i.test(url) && !/[{}?#@]/.test(url))
    .map(({ url }) => url.replace(/\/+$/, ''))
    .find((url) => {
      const host = hostOf(url);
      return host !== undefined && declared.has(host) && !isInner(host) && new URL(url).port === '';
    });

/** The request has no parameters to guess. */
const isHarmless = ({ kind, method, path, parameters }: Operation): boolean =>
  kind === 'path' &&
  method === 'get' &&
  /^\/[\w./~-]*$/.test(path) &&
  parameters.every(({ node, in: place }) => place === 'header' || place === 'cookie' || !isTrueAt(node, 'required'));
