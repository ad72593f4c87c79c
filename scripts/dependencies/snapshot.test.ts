import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeSnapshot, readRecords } from './snapshot.ts';

const NOW = new Date('2026-11-19T12:00:00Z');
const recordOf = (id: string, name: string) => ({
  id,
  modified: '2026-11-01T00:00:00Z',
  affected: [{ package: { ecosystem: 'npm', name } }],
});

describe('describeSnapshot', () => {
  it('says that nothing was compared before the first renewal', () => {
    const line = describeSnapshot({ renewedAt: null, source: null, records: [] }, NOW);
    expect(line).toContain('is empty: no version was compared');
    expect(line).toContain('node scripts/dependencies.ts --renew');
  });

  it.each([
    ['2026-11-18T00:00:00Z', false],
    ['2026-09-18T00:00:00Z', true],
  ])('of %s asks for a renewal: %s', (renewedAt, isOld) => {
    const line = describeSnapshot({ renewedAt, source: 'npm audit', records: [recordOf('GHSA-1', 'tides')] }, NOW);
    expect(line).toContain(`${renewedAt}, npm audit, 1 record.`);
    expect(line.includes('--renew')).toBe(isOld);
  });
});

describe('readRecords', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-osv-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps the records of locked names, of a file or a folder', () => {
    const records = [recordOf('GHSA-1', 'tides'), recordOf('GHSA-2', 'moon')];
    const file = join(folder, 'all.json');
    writeFileSync(file, JSON.stringify(records));
    expect(readRecords(file, new Set(['tides']))).toEqual([records[0]]);

    const tree = join(folder, 'advisories/2026/11');
    mkdirSync(tree, { recursive: true });
    for (const one of records) writeFileSync(join(tree, `${one.id}.json`), JSON.stringify(one));
    writeFileSync(join(tree, 'package.json'), '{"name":"not a record"}');
    expect(readRecords(join(folder, 'advisories'), new Set(['moon']))).toEqual([records[1]]);
  });

  it('refuses a file without an array', () => {
    const file = join(folder, 'one.json');
    writeFileSync(file, JSON.stringify(recordOf('GHSA-1', 'tides')));
    expect(() => readRecords(file, new Set(['tides']))).toThrow('holds no array of OSV records');
  });
});
