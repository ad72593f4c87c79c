import type { ProbeResult, Severity } from '@assay/analysis/types';
import type { ApiDocument } from '../document/document.ts';
import { type ApiHit, apiRule } from '../rule.ts';

/** Depends on the service's answers, not on the document. */
export const carelessService = apiRule({
  id: 'API-26',
  title: 'Weak TLS, headers or errors in the running service',
  question: 'Do the certificate, headers or errors of the running service put its callers at risk?',
  severity: 'MEDIUM',
  references: ['OWASP-API8:2023', 'CWE-295', 'CWE-319', 'CWE-942', 'CWE-209'],
  why: 'Callers use the service as it runs, not as it is documented.',
  fix: 'Renew the certificate in time, redirect HTTP to HTTPS, allowlist the origins, and keep errors short.',
  blindTo:
    'The service is tested only with the consent of the submitter, on declared hosts, with reads. An invalid certificate, and any origin with credentials, are HIGH. Missing headers are LOW or INFO.',
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
