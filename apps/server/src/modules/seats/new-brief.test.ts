import type { EngineReport, Manifest } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { toBrief } from './new-brief.ts';

const NOTHING: Manifest = {
  capabilities: [],
  externalCalls: [],
  externalCallDetails: [],
  safety: { network: 'NONE', filesystem: 'NONE' },
  declaredEndpoints: [],
  secrets: [],
  tools: [],
};
const OBSERVED: Manifest = { ...NOTHING, capabilities: ['net.http'], declaredEndpoints: ['https://seen.example'] };
const FOUND = {
  ruleId: 'EXF-01',
  title: 'Sent away',
  category: 'EXF',
  severity: 'HIGH',
  confidence: 'certain',
  basis: 'static',
  file: 'run.sh',
  range: { startLine: 1, endLine: 1 },
  evidence: 'x',
  why: 'y',
  fix: 'z',
  fingerprint: '0'.repeat(32),
} as const;
const REPORT = {
  engine: { version: '1' },
  ruleset: { digest: 'r' },
  input: { digest: 'ab'.repeat(32) },
  findings: [FOUND, { ...FOUND, ruleId: 'MOD-01', basis: 'model' }],
  retained: [],
  endpoints: { observedUrls: [], declaredEndpoints: [] },
  sandbox: { mode: 'embedded', riskLevel: 'LOW', units: 0, exercised: 0 },
  verdictHash: 'ef'.repeat(32),
  reviewResult: 'NO_FINDINGS',
  blocking: [],
  undecided: [],
} satisfies EngineReport;

const briefOf = (
  declared: { manifest: Manifest; hasManifest: boolean },
  productType: 'SKILL' | 'SKILL+API' = 'SKILL',
) =>
  toBrief({
    input: { productType, bundleId: 'b', entryPath: 'SKILL.md', ...declared },
    report: REPORT,
    observed: OBSERVED,
  });

describe('the brief of a seat', () => {
  it('shows the declared manifest, and the observed one if nothing was declared', () => {
    expect(briefOf({ manifest: NOTHING, hasManifest: true }).manifest).toEqual(NOTHING);
    expect(briefOf({ manifest: NOTHING, hasManifest: false }).manifest).toEqual(OBSERVED);
  });

  it('shows endpoints that were declared without a manifest', () => {
    const declaredEndpoints = ['https://declared.example'];
    expect(briefOf({ manifest: { ...NOTHING, declaredEndpoints }, hasManifest: false }).manifest).toEqual({
      ...OBSERVED,
      declaredEndpoints,
    });
  });

  it('is the same for a skill with and without an API', () => {
    const nothing = { manifest: NOTHING, hasManifest: false };
    expect(briefOf(nothing, 'SKILL+API')).toEqual(briefOf(nothing));
  });

  it("shows the engine's findings, not those of the service's models", () => {
    const { findings } = briefOf({ manifest: NOTHING, hasManifest: false }).sandbox;
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(['EXF-01']);
  });
});
