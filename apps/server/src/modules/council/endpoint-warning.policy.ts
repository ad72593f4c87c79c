import { FINDINGS_MAX, type Finding, FindingId, type Payload, RuleId } from '@assay/protocol';

type Kept = { readonly securityLevel: Payload['securityLevel']; readonly retainedWarnings: readonly Finding[] };

/** Not a finding in the bytes, but a result of the endpoint probes. */
const ENDPOINTS_FAILED: Finding = {
  id: FindingId.parse('656e64706f696e742d6661696c6564ff'),
  ruleId: RuleId.parse('assay/endpoints-failed'),
  title: 'Endpoints did not answer as described',
  category: 'REVIEW',
  severity: 'LOW',
  confidence: 'HIGH',
  path: null,
  startLine: null,
  endLine: null,
  snippet: null,
  message:
    'At least one declared endpoint failed a mandatory check (`endpointStatus` is FAILED). ' +
    'The files were reviewed. The behaviour of the endpoint was not confirmed.',
  remediation: 'Test the endpoint before you rely on it, or ask the publisher for a new review.',
  reproduced: true,
  reportedBy: 'council',
};

/** Adds a warning if an endpoint failed. The risk level is then LOW at best. */
export function withEndpointWarning(kept: Kept, endpointStatus: Payload['endpointStatus']): Kept {
  if (endpointStatus !== 'FAILED') return kept;
  const { securityLevel, retainedWarnings } = kept;
  return {
    securityLevel: securityLevel === 'CLEAR' ? 'LOW' : securityLevel,
    // One place is reserved for the warning about unread instructions.
    retainedWarnings: [...retainedWarnings.slice(0, FINDINGS_MAX - 2), ENDPOINTS_FAILED],
  };
}
