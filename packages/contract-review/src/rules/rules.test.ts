import { createParsers, type Parsers } from '@assay/analysis/languages/code/parsers';
import { loadParserAssets } from '@assay/analysis/node/parser-assets';
import type { Report } from '@assay/analysis/types';
import { audit } from '@assay/audit';
import { beforeAll, describe, expect, it } from 'vitest';
import { withoutPragma } from '../review/compilers.ts';
import { collectFacts } from '../review/review.ts';
import { lowerSolidity } from '../syntax/lower.ts';
import { ORIGINS, type Pair, readPairs } from '../testing/contract-pairs.ts';
import { CONTRACT_RULES } from './index.ts';

const assets = loadParserAssets();
const IDS = new Set(CONTRACT_RULES.map(({ id }) => id));
/** Pairs of rules that only readers check are excluded. */
const PAIRS = readPairs().filter(({ ruleId }) => IDS.has(ruleId));

const reviewed = (text: string, path = 'A.sol'): Promise<Report> =>
  audit(
    {
      productType: 'CONTRACT',
      files: [{ path, bytes: new TextEncoder().encode(text) }],
      source: { url: '', ref: '' },
    },
    { parsers: assets },
  );

/** The rule finds the vulnerable version at the marked line and does not report the fixed version. */
async function isTold({ ruleId, vulnerable, fixed, lines }: Pair): Promise<boolean> {
  const [bad, good] = [await reviewed(vulnerable), await reviewed(fixed)];
  const isFound = bad.findings.some(
    ({ ruleId: id, range }) => id === ruleId && lines.some((line) => line >= range.startLine && line <= range.endLine),
  );
  return isFound && !good.findings.some(({ ruleId: id }) => id === ruleId);
}

describe('the pairs of vulnerable and mended contracts', () => {
  it('are there for every detector in both halves', () => {
    expect(readPairs().length).toBeGreaterThanOrEqual(60);
    const judged = CONTRACT_RULES.map(({ id }) => id).filter((id) => id !== 'CON-38');
    for (const origin of ORIGINS) {
      const covered = new Set(PAIRS.filter((pair) => pair.origin === origin).map(({ ruleId }) => ruleId));
      expect(judged.filter((id) => !covered.has(id))).toEqual([]);
    }
  });

  it('are told apart in at least 95 of 100 cases', async () => {
    const told = await Promise.all(PAIRS.map(isTold));
    expect(told.filter((one) => one).length / PAIRS.length).toBeGreaterThanOrEqual(0.95);
  });
});

describe('the version of the compiler', () => {
  let parsers: Parsers;
  beforeAll(async () => {
    parsers = await createParsers(assets);
  });

  const NAMED = new Set(['CON-11', 'CON-14']);
  const factsOf = (text: string) => {
    const tree = parsers.solidity(text);
    if (tree === undefined) throw new Error('A pair cannot be parsed');
    return collectFacts([lowerSolidity(tree, text, 'A.sol')], new Set(['A.sol']));
  };

  it('changes no answer of a detector but those that are about it, however it is read', () => {
    const others = CONTRACT_RULES.filter(({ id }) => !NAMED.has(id));
    for (const { vulnerable } of PAIRS) {
      const [asWritten, without] = [factsOf(vulnerable), factsOf(withoutPragma(vulnerable))];
      for (const { check } of others) expect(check(without)).toHaveLength(check(asWritten).length);
    }
  });

  it('is asked for by no detector but those that are about it', async () => {
    const readers = new Set<string>();
    for (const { vulnerable } of PAIRS) {
      const tree = parsers.solidity(vulnerable);
      if (tree === undefined) throw new Error('A pair cannot be parsed');
      const unit = lowerSolidity(tree, vulnerable, 'A.sol');
      let asking = '';
      const watched = Object.defineProperty({ ...unit }, 'pragma', {
        get: () => {
          readers.add(asking);
          return unit.pragma;
        },
      });
      const facts = collectFacts([watched], new Set(['A.sol']));
      for (const { id, check } of CONTRACT_RULES) {
        asking = id;
        check(facts);
      }
    }
    expect([...readers].filter((id) => !NAMED.has(id))).toEqual([]);
  });
});

describe('a contract', () => {
  it('is not called safe when its source cannot be read', async () => {
    const report = await reviewed('contract A { function f( { } } }}} ((( ');
    expect(report.reviewResult).toBe('UNDECIDED');
    expect(report.findings[0]).toMatchObject({ ruleId: 'UNA-10', range: { startLine: 1 } });
  });

  it('is not called safe when there is none', async () => {
    expect((await reviewed('# Notes', 'README.md')).reviewResult).toBe('UNDECIDED');
  });

  it.each([
    ['imports in a circle', 'import "./A.sol";\ncontract A {}\n'],
    ['a contract that inherits itself', 'contract A is B {}\ncontract B is A {}\n'],
    [
      'a function that calls itself',
      'contract A { function f(uint x) public { f(x); g(x); } function g(uint x) public { f(x); } }\n',
    ],
    ['deep nesting', `contract A { function f() public { ${'{'.repeat(400)}${'}'.repeat(400)} } }\n`],
  ])('comes to an end with %s', async (_name, text) => {
    expect((await reviewed(text)).schema).toBe('assay-report/2');
  });

  it('is refused for what is critical, with the place and the reason', async () => {
    const bank = PAIRS.find(({ ruleId, origin }) => ruleId === 'CON-01' && origin === 'registry');
    const report = await reviewed(bank?.vulnerable ?? '');
    expect(report).toMatchObject({ reviewResult: 'UNSAFE', blocking: [{ reason: 'contract-critical' }] });
    expect((await reviewed(bank?.fixed ?? '')).reviewResult).toBe('NO_FINDINGS');
  });

  it('has the same report whatever the order of its files', async () => {
    const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });
    const files = PAIRS.slice(0, 4).map(({ vulnerable, name }) => file(`${name}.sol`, vulnerable));
    const bundle = { productType: 'CONTRACT', source: { url: '', ref: '' } } as const;
    const one = await audit({ ...bundle, files }, { parsers: assets });
    const other = await audit({ ...bundle, files: [...files].reverse() }, { parsers: assets });
    expect(other.verdictHash).toBe(one.verdictHash);
  });
});
