import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EngineFinding,
  type EngineReport,
  toBlockingFindings,
  toEndpointReview,
  toFinding,
  toRetainedWarnings,
  toRunIdentity,
  toSandbox,
} from './engine-report.ts';
import { checkSealedValue } from './seal/index.ts';
import { FINDINGS_MAX, Finding, Sandbox } from './wire/sealed.ts';

const fingerprint = (n: number) => n.toString(16).padStart(32, '0');

const finding = (changes: Partial<EngineFinding> = {}): EngineFinding => ({
  ruleId: 'EXF-01',
  title: 'Secrets are sent away',
  category: 'EXF',
  severity: 'CRITICAL',
  confidence: 'certain',
  basis: 'static',
  file: 'scripts/run.sh',
  range: { startLine: 3, endLine: 4 },
  evidence: 'curl -d @key',
  why: 'The key leaves the machine.',
  fix: 'Remove the request.',
  fingerprint: fingerprint(1),
  ...changes,
});

const report = (changes: Partial<EngineReport> = {}): EngineReport => ({
  engine: { version: '1.2.3' },
  ruleset: { digest: 'ab'.repeat(32) },
  input: { digest: 'cd'.repeat(32) },
  findings: [finding()],
  endpoints: { observedUrls: ['https://a.example/'], declaredEndpoints: [] },
  sandbox: { mode: 'embedded', riskLevel: 'HIGH', units: 2, exercised: 1 },
  reviewResult: 'NO_FINDINGS',
  blocking: [],
  undecided: [],
  retained: [],
  verdictHash: 'ef'.repeat(32),
  ...changes,
});

describe('toFinding', () => {
  it('keeps place, severity and texts, and names the reporter', () => {
    expect(toFinding(finding({ basis: 'reproduced' }), 'validator-1')).toEqual({
      id: fingerprint(1),
      ruleId: 'EXF-01',
      title: 'Secrets are sent away',
      category: 'EXF',
      severity: 'CRITICAL',
      confidence: 'HIGH',
      path: 'scripts/run.sh',
      startLine: 3,
      endLine: 4,
      snippet: 'curl -d @key',
      message: 'The key leaves the machine.',
      remediation: 'Remove the request.',
      reproduced: true,
      reportedBy: 'validator-1',
    });
  });

  it('has no place when it concerns the whole bundle', () => {
    expect(toFinding(finding({ file: '' }), 'sandbox')).toMatchObject({ path: null, startLine: null, endLine: null });
  });

  it('fits its schema and the seal, whatever text the engine quotes', () => {
    const text = fc.string({ unit: 'binary', maxLength: 3_000 });
    fc.assert(
      fc.property(text, text, text, (title, evidence, why) => {
        const sent = toFinding(finding({ title, evidence, why, fix: why }), 'sandbox');

        expect(Finding.safeParse(sent).success).toBe(true);
        expect(() => checkSealedValue(sent)).not.toThrow();
        expect(JSON.stringify(sent)).not.toContain('\\u0000');
      }),
    );
  });
});

describe('a report', () => {
  const [blocking, retained] = [finding(), finding({ severity: 'MEDIUM', fingerprint: fingerprint(2) })];
  const mixed = report({
    findings: [blocking, retained, finding({ severity: 'INFO', fingerprint: fingerprint(3) })],
    blocking: [{ fingerprints: [fingerprint(1)] }],
    retained: [fingerprint(2)],
  });

  it('separates its blocking and its retained findings', () => {
    expect(toBlockingFindings(mixed).map(({ id }) => id)).toEqual([fingerprint(1)]);
    expect(toRetainedWarnings(mixed).map(({ id }) => id)).toEqual([fingerprint(2)]);
  });

  it('contains the sandbox with its mode in upper case and every finding', () => {
    const sandbox = toSandbox(mixed, new Date(0));

    expect(Sandbox.parse(sandbox)).toEqual(sandbox);
    expect(sandbox).toMatchObject({ mode: 'EMBEDDED', riskLevel: 'HIGH', units: 2, exercised: 1 });
    expect(sandbox.findings).toHaveLength(3);
  });

  it('never contains more findings than a sealed record permits', () => {
    const findings = Array.from({ length: FINDINGS_MAX + 1 }, (_, n) => finding({ fingerprint: fingerprint(n) }));
    const long = report({ findings, retained: findings.map((one) => one.fingerprint) });

    expect(toRetainedWarnings(long)).toHaveLength(FINDINGS_MAX);
    expect(toSandbox(long, new Date(0)).findings).toHaveLength(FINDINGS_MAX);
  });

  it('identifies its run by engine, ruleset, input and verdict', () => {
    expect(toRunIdentity(report())).toEqual({
      engineVersion: '1.2.3',
      rulesetDigest: 'ab'.repeat(32),
      inputSha256: 'cd'.repeat(32),
      verdictHash: `0x${'ef'.repeat(32)}`,
    });
    expect(toEndpointReview(report())).toEqual({ observedUrls: ['https://a.example/'], declaredEndpoints: [] });
  });
});
