import { readFileSync } from 'node:fs';
import { loadParserAssets } from '@assay/analysis/node/parser-assets';
import type { Report } from '@assay/analysis/types';
import type { ContractLab } from '@assay/analysis/types/contract-lab';
import { audit } from '@assay/audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPairs } from '../../testing/contract-pairs.ts';
import { ACTOR, COIN } from './actors.data.ts';
import { openLab } from './lab.ts';

const parsers = loadParserAssets();
let lab: ContractLab;
beforeAll(() => {
  lab = openLab();
});
afterAll(() => lab.close());

const reviewed = (files: Readonly<Record<string, string>>): Promise<Report> =>
  audit(
    {
      productType: 'CONTRACT',
      files: Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) })),
      source: { url: '', ref: '' },
    },
    { parsers, lab },
  );

describe('the laboratory', () => {
  it.each(['CON-01', 'CON-05', 'CON-10'])('runs the exploit of %s, and none on the mended twin', async (id) => {
    const pair = readPairs().find(({ ruleId, origin }) => ruleId === id && origin === 'registry');
    const bad = await reviewed({ 'A.sol': pair?.vulnerable ?? '' });
    const good = await reviewed({ 'A.sol': pair?.fixed ?? '' });

    const found = bad.findings.find(({ ruleId }) => ruleId === id);
    expect(found).toMatchObject({ basis: 'reproduced', confidence: 'certain' });
    expect(found?.exploit?.steps.length).toBeGreaterThan(0);
    expect(found?.why).toContain('It was run:');
    expect(bad.coverage.typed).toBe(true);
    expect(bad.blocking.map(({ reason }) => reason)).toContain('reproduced-exploit');
    expect(good.findings.filter(({ basis }) => basis === 'reproduced')).toEqual([]);
  });

  it('leaves a source that does not compile undecided, with the place', async () => {
    const report = await reviewed({ 'A.sol': 'pragma solidity ^0.8.0;\ncontract A {\n    uint256 x = missing;\n}\n' });
    expect(report).toMatchObject({ reviewResult: 'UNDECIDED', coverage: { typed: false } });
    expect(report.findings).toContainEqual(
      expect.objectContaining({ ruleId: 'UNA-10', range: expect.objectContaining({ startLine: 3, startCol: 17 }) }),
    );
  });

  it('compiles what imports itself in a circle, and names the place where two contracts inherit each other', async () => {
    const circle = await reviewed({
      'A.sol': 'pragma solidity ^0.8.0;\nimport "./B.sol";\ncontract A { uint256 public a; }\n',
      'B.sol': 'pragma solidity ^0.8.0;\nimport "./A.sol";\ncontract B { A public a; }\n',
    });
    expect(circle).toMatchObject({ reviewResult: 'NO_FINDINGS', coverage: { typed: true } });
    const tangle = await reviewed({ 'A.sol': 'pragma solidity ^0.8.0;\ncontract A is B {}\ncontract B is A {}\n' });
    expect(tangle).toMatchObject({ reviewResult: 'UNDECIDED', coverage: { typed: false } });
    expect(tangle.findings).toContainEqual(
      expect.objectContaining({ ruleId: 'UNA-10', range: expect.objectContaining({ startLine: 2, startCol: 15 }) }),
    );
  });

  it('goes by names where an import is missing, and says so', async () => {
    const report = await reviewed({ 'A.sol': 'pragma solidity ^0.8.0;\nimport "./B.sol";\ncontract A is B {}\n' });
    expect(report.coverage.typed).toBe(false);
    expect(report.findings).toContainEqual(expect.objectContaining({ ruleId: 'UNA-09', severity: 'LOW' }));
  });

  it('plays with the actors that are committed beside it', async () => {
    const text = readFileSync(new URL('./actors.sol', import.meta.url), 'utf8');
    const { contracts } = await lab.compile({ sources: [{ path: 'actors.sol', text }], pragmas: [], remappings: [] });
    expect(Object.fromEntries(contracts.map(({ name, bytecode }) => [name, bytecode]))).toEqual({
      Actor: ACTOR.bytecode,
      Coin: COIN.bytecode,
    });
  });
});
