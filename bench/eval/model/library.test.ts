import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { LIBRARY, readLibraryContracts } from '../suites/library-contracts.ts';
import type { IndexRow } from './export.ts';
import { toLibrarySection } from './library.ts';
import { importAnswers } from './pack.ts';

const folder = mkdtempSync(join(tmpdir(), 'library-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('draws forty contracts with code, and no interface', () => {
  const samples = readLibraryContracts();

  expect(new Set(samples.map(({ id }) => id)).size).toBe(40);
  for (const { id, load } of samples) {
    expect(id).not.toMatch(/interfaces\/|mocks\/|vendor\//);
    const [file] = load().files;
    expect(new TextDecoder().decode(file?.bytes)).toMatch(/^(?:abstract contract|contract|library) /m);
  }
  expect(readLibraryContracts().map(({ id }) => id)).toEqual(samples.map(({ id }) => id));
});

it('counts refusals by pass and by overlapping lines, and keeps no word of the contracts', () => {
  expect(toLibrarySection(folder)).toBe('Sound library contracts: not recorded.');
  // Both passes refuse the same lines, both other lines, one alone, none.
  const lines = { same: [5, 6], apart: [5, 50], alone: [5, 0], none: [0, 0] };
  const index = Object.entries(lines).flatMap(([id, starts], sample) =>
    starts.map((startLine, pass): IndexRow => {
      const name = `${sample}${pass}`.padStart(16, '0');
      const finding = {
        file: 'A.sol',
        startLine,
        endLine: startLine + 1,
        quote: 'a.call(data);',
        act: '',
        why: '',
        fix: '',
      };
      const findings = startLine === 0 ? [] : [{ ...finding, severity: 'HIGH' }];
      const answer = { verdict: startLine === 0 ? 'PASS' : 'REFUSE', findings, others: {} };
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(answer));
      const kind = { suite: LIBRARY, label: 'benign', channel: 'code', category: 'library' } as const;
      return {
        name,
        request: name,
        id,
        ...kind,
        pass: pass === 0 ? 'a' : 'b',
        part: 1,
        parts: 1,
        tokens: 1,
        isBlocked: false,
      };
    }),
  );
  importAnswers(folder, index, folder);

  expect(toLibrarySection(folder).match(/\d+\/\d+/g)).toEqual(['3/4', '2/4', '1/4', '1/4']);
  expect(readFileSync(join(folder, `${LIBRARY}.verdicts`), 'utf8')).not.toContain('a.call');
});
