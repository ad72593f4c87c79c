import { expect, it } from 'vitest';
import { readAssay, readFerret } from './outputs.ts';

const lineOf = (name: string, reviewResult: string) =>
  JSON.stringify({ target: `/x/.claude/skills/${name}`, reviewResult, findings: [{}] });

it('takes UNSAFE and UNDECIDED of Assay for refused', () => {
  const results = ['UNSAFE', 'UNDECIDED', 'NO_FINDINGS', 'SAFE'];
  const lines = results.map((result, at) => lineOf(`sample-${at + 1}`, result));

  expect([...readAssay(`${lines.join('\n')}\n`)]).toEqual(['sample-1', 'sample-2']);
});

it('takes HIGH and CRITICAL of ferret-scan for refused, by sample', () => {
  const finding = (name: string, severity: string) => ({ severity, relativePath: `.claude/skills/${name}/run.sh` });
  const findings = [
    finding('sample-1', 'HIGH'),
    finding('sample-1', 'LOW'),
    finding('sample-10', 'CRITICAL'),
    finding('sample-2', 'MEDIUM'),
  ];

  expect([...readFerret(JSON.stringify({ findings }))]).toEqual(['sample-1', 'sample-10']);
});
