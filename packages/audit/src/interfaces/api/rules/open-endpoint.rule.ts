import type { ProbeResult } from '@assay/analysis/types';
import type { ApiDocument } from '../document/document.ts';
import { servedOpenly } from '../probe/judge.ts';
import { type ApiHit, apiRule } from '../rule.ts';

/** Goes by what the service answered, not by the document. */
export const openEndpoint = apiRule({
  id: 'API-25',
  title: 'Gives protected data without a credential',
  question: 'Does the service answer somebody without a credential where its document asks for one?',
  severity: 'HIGH',
  references: ['OWASP-API2:2023', 'CWE-306'],
  why: 'The document promises a lock that is not there.',
  fix: 'Check the credential before anything is answered.',
  blindTo:
    'Only with the consent of the submitter, on declared hosts, for reads without parameters. Whose data a caller gets, what changes something, and injection are not tried.',
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
