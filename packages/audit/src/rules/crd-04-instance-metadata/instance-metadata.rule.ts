import type { Facts, RawFinding, Rule } from '@assay/analysis/types';

const HOST = /^(?:169\.254\.169\.254|169\.254\.170\.2|metadata\.google\.internal|100\.100\.100\.200)$/;
const IDENTITY = /security-credentials|identity|token|service-accounts|iam\/|user-data|oauth2/i;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('sink')
    .filter(({ value }) => value.destination !== null && HOST.test(value.destination.host))
    .map(({ span, value }) => ({
      at: span,
      severity: IDENTITY.test(value.destination?.url ?? '') ? 'HIGH' : 'LOW',
      confidence: 'firm',
    }));

export const instanceMetadata = {
  id: 'CRD-04',
  title: 'Queries instance metadata for identity',
  question: 'Is instance metadata queried for identity?',
  category: 'CRD',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-522', 'CWE-918'],
  why: "The metadata service hands out the machine's cloud identity to whoever asks.",
  fix: "Use the cloud's own client with a scoped role.",
  looksAt: 'Requests to the metadata addresses of the large clouds, by the path they ask for.',
  blindTo: 'Requests through a proxy.',
  falseAlarms: 'Asking for the public address: low.',
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
