import type { ProbeResult } from '@assay/analysis/types';
import type { ApiDocument } from '../document/document.ts';
import { servedOpenly } from '../probe/judge.ts';
import { type ApiHit, apiRule } from '../rule.ts';

/** Depends on the service's answers, not on the document. */
export const openEndpoint = apiRule({
  id: 'API-25',
  title: 'Missing authentication in the running service',
  question: 'Does the service answer a request without a credential although its document requires one?',
  severity: 'HIGH',
  references: ['OWASP-API2:2023', 'CWE-306'],
  why: 'The documented protection does not exist.',
  fix: 'Check the credential before the service answers.',
  blindTo:
    'The service is tested only with the consent of the submitter, on declared hosts, with reads that have no parameters. Authorization between accounts, writes and injection are not tested.',
  check: () => [],
});

export const findOpenEndpoints = (documents: readonly ApiDocument[], probe: readonly ProbeResult[]): ApiHit[] =>
  servedOpenly(probe).flatMap((url) =>
    documents.flatMap(({ operations }) =>
      operations
        .filter(({ kind, method, path }) => kind === 'path' && method === 'get' && url.endsWith(path))
        .slice(0, 1)
        .map(
          ({ at }): ApiHit => ({
            at,
            confidence: 'certain',
            note: `${url.slice(0, 120)} answered somebody without a credential.`,
            class: 'open',
          }),
        ),
    ),
  );
