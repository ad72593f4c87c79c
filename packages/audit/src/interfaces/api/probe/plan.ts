import { registrableDomain } from '@assay/analysis/models/origins/origin';
import { type ApiDocument, type Operation, toDocument, versionOf } from '../document/document.ts';
import { createReferences } from '../document/references.ts';
import { mayBeDocument } from '../documents.ts';
import { hostOf, isInner } from '../hosts.ts';
import { hasCredentialParameter } from '../rules/operations.ts';
import { isTrueAt } from '../tree/node.ts';
import { readTree } from '../tree/read-tree.ts';

/** Twenty requests at most: every read twice where it fails, the other questions once. */
const PROBE_LIMITS = { readsMax: 6, timesMin: 5 } as const;

/** Of nobody: a service that lets it in with credentials lets in everybody. */
const FOREIGN_ORIGIN = 'https://probe.assay.invalid';
const NOT_THERE = '/assay-probe-of-what-is-not-there';

/**
 * `read`: an operation as described. `again`: the same for its time. `origin`: as a page of another site would ask.
 * `missing`: something that is not there. `plain`: without encryption.
 */
type ProbeKind = 'read' | 'again' | 'origin' | 'missing' | 'plain';

/** One harmless request, and what the document says of its answer. */
export type ProbeRequest = {
  readonly kind: ProbeKind;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly domain: string;
  /** Needs a credential, so that nobody without one should get anything. */
  readonly isProtected: boolean;
  /** First figures of the statuses that are described; `*` for every other. */
  readonly statuses: readonly string[];
  /** Media types of what succeeds, as described; none where nothing is said. */
  readonly contentTypes: readonly string[];
};

type Asked = {
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  readonly declaredEndpoints: readonly string[];
};

/** What may be asked of a service to see that it is as described: GET without parameters, on declared hosts, encrypted. */
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

/** What is asked once of the service as a whole, at the place of its first read. */
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

/** Nothing has to be filled in, so nothing has to be guessed. */
const isHarmless = ({ kind, method, path, parameters }: Operation): boolean =>
  kind === 'path' &&
  method === 'get' &&
  /^\/[\w./~-]*$/.test(path) &&
  parameters.every(({ node, in: place }) => place === 'header' || place === 'cookie' || !isTrueAt(node, 'required'));
