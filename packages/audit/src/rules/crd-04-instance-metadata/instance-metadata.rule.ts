import { isMetadataHost } from '@assay/analysis/models/origins/origin';
import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const IDENTITY = /security-credentials|identity|token|service-accounts|iam\/|user-data|oauth2/i;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('sink')
    .filter(({ value }) => value.destination !== null && isMetadataHost(value.destination.host))
    .map(({ span, value }) => ({
      at: span,
      severity: IDENTITY.test(value.destination?.url ?? '') ? 'HIGH' : 'LOW',
      confidence: 'firm',
    }));

export const instanceMetadata = skillRule({
  id: 'CRD-04',
  title: 'Queries instance metadata for identity',
  question: 'Is instance metadata queried for identity?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['CWE-522', 'CWE-918'],
  why: 'The metadata service returns the cloud identity of the machine to any caller on it.',
  fix: 'Use the client of the cloud provider with a scoped role.',
  looksAt:
    'The rule finds requests to the metadata addresses of large cloud providers, and rates them by the requested path.',
  blindTo: 'Requests through a proxy are not detected.',
  falseAlarms: 'A request for the public IP address is LOW.',
  check: (facts) => toFindings(facts),
});
