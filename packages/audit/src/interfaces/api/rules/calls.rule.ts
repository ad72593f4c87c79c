import { toOriginal } from '@assay/analysis/bundle/decode/view';
import type { Facts } from '@assay/analysis/types';
import { listExternalCalls, type ObservedCall } from '../../../manifest/external-calls.ts';
import type { ApiDocument } from '../document/document.ts';
import { hostOf, isInner } from '../hosts.ts';
import { type ApiAbout, type ApiHit, apiRule } from '../rule.ts';

/** Compares skill and API documents, so the rule needs both. */
export const undescribedCalls = apiRule({
  id: 'API-24',
  title: 'Undeclared API call',
  question: 'Does the skill call a host or an operation that neither its document nor its declared endpoints name?',
  severity: 'MEDIUM',
  references: ['OWASP-API9:2023', 'OWASP-AST01', 'CWE-1059'],
  why: 'The skill uses an interface that was not reviewed.',
  fix: 'Describe the operation, declare the endpoint, or remove the call.',
  blindTo:
    'An operation of a described host that the document does not contain is LOW. Addresses that are assembled at run time are known only as far as the source states them.',
  check: () => [],
});

type Described = { readonly hosts: ReadonlySet<string>; readonly paths: readonly RegExp[] };

export function compareCalls(documents: readonly ApiDocument[], { declaredHosts }: ApiAbout, facts: Facts): ApiHit[] {
  const described = describe(documents, declaredHosts);
  // A document that has only relative servers does not name hosts.
  if (described.hosts.size === 0) return [];
  const own = new Set(documents.map(({ file }) => file));
  return listExternalCalls(facts).flatMap((call) => judgeCall(call, described, own));
}

function judgeCall({ url, at }: ObservedCall, { hosts, paths }: Described, own: ReadonlySet<string>): ApiHit[] {
  const host = url === null ? undefined : hostOf(url);
  const { view, start, end } = toOriginal(at);
  if (url === null || host === undefined || own.has(view.file)) return [];
  const place = { file: view.file, start, end };
  if (!hosts.has(host))
    return [
      { at: place, confidence: 'firm', note: `${host} is not part of the described API.`, class: `host ${host}` },
    ];
  const { pathname } = new URL(url);
  if (pathname === '/' || paths.some((path) => path.test(pathname))) return [];
  const note = `The document has no operation for ${pathname.slice(0, 120)}.`;
  return [{ at: place, confidence: 'firm', severity: 'LOW', note, class: 'path' }];
}

function describe(documents: readonly ApiDocument[], declaredHosts: ReadonlySet<string>): Described {
  const servers = documents.flatMap((document) => document.servers.map(({ url }) => url));
  const hosts = servers.flatMap((url) => hostOf(url) ?? []).filter((host) => !isInner(host));
  const paths = documents.flatMap(({ operations }) => [...new Set(operations.map(({ path }) => path))].map(toPattern));
  return { hosts: new Set([...hosts, ...declaredHosts]), paths };
}

/**
 * Matches the end of an address, because the start may be the server's own path. An unknown part of a call matches any
 * step.
 */
const toPattern = (path: string): RegExp => {
  const steps = path
    .split('/')
    .map((step) => (step.includes('{') ? '[^/]*' : step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`${steps.join('/')}/?$`);
};
