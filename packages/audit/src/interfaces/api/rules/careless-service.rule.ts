import type { ProbeResult, Severity } from '@assay/analysis/types';
import type { ApiDocument } from '../document/document.ts';
import { type ApiHit, apiRule } from '../rule.ts';

/** Goes by what the service answered, not by the document. */
export const carelessService = apiRule({
  id: 'API-26',
  title: 'The service is less careful than it could be',
  question: 'Do certificate, headers and errors of the running service leave its callers open?',
  severity: 'MEDIUM',
  references: ['OWASP-API8:2023', 'CWE-295', 'CWE-319', 'CWE-942', 'CWE-209'],
  why: 'Whatever the document promises, callers meet the service as it runs.',
  fix: 'Renew the certificate in time, send plain addresses to encrypted ones, name the origins, and keep errors short.',
  blindTo:
    'Only with the consent of the submitter, on declared hosts, by reads. HIGH for a certificate that proves nothing and for any origin with credentials; headers that are merely missing are low or an information.',
  check: () => [],
});

const FAULTS: Readonly<Record<string, { readonly severity: Severity; readonly note: string }>> = {
  certificate: { severity: 'HIGH', note: 'has a certificate that proves nothing' },
  origin: { severity: 'HIGH', note: 'lets pages of any site in with the credentials of whoever looks at them' },
  'certificate-days': { severity: 'MEDIUM', note: 'has a certificate that ends within two weeks' },
  upgrade: { severity: 'MEDIUM', note: 'answers without encryption' },
  internals: { severity: 'MEDIUM', note: 'shows its inside in an answer' },
  'content-type': { severity: 'LOW', note: 'answers in another format than the described one' },
  hsts: { severity: 'LOW', note: 'does not tell callers to stay with encryption' },
  nosniff: { severity: 'LOW', note: 'lets callers guess what an answer is' },
  'rate-limit': { severity: 'INFO', note: 'names no limit in its answers' },
  latency: { severity: 'INFO', note: 'takes more than two seconds' },
};

export const findCarelessness = (documents: readonly ApiDocument[], probe: readonly ProbeResult[]): ApiHit[] =>
  probe
    .filter(({ passed }) => !passed)
    .flatMap(({ url, check }): ApiHit[] => {
      const fault = FAULTS[check];
      const at = placeOf(documents, url);
      if (fault === undefined || at === undefined) return [];
      const { severity, note } = fault;
      return [{ at, confidence: 'certain', severity, note: `${url.slice(0, 120)} ${note}.`, class: check }];
    });

const placeOf = (documents: readonly ApiDocument[], url: string): ApiHit['at'] | undefined =>
  documents
    .flatMap(({ operations }) => operations)
    .find(({ kind, method, path }) => kind === 'path' && method === 'get' && url.endsWith(path))?.at ??
  documents[0]?.root;
