import { PASSES } from '@assay/analysis/types/reading';
import { describe, expect, it } from 'vitest';
import { instructionOf } from './instruction.ts';

const TYPES = ['SKILL', 'API', 'SKILL+API', 'TOOL', 'CONTRACT'] as const;

describe('instructionOf', () => {
  it('differs by type and pass, and states the form of the answer once', () => {
    const all = TYPES.flatMap((type) => PASSES.map((pass) => instructionOf(type, pass)));

    expect(new Set(all).size).toBe(TYPES.length * PASSES.length);
    for (const text of all) expect(text.split('"verdict":"REFUSE"|"PASS"')).toHaveLength(2);
  });

  it('asks for contracts as an auditor and for APIs and tools by what a caller or an agent could lose', () => {
    expect(instructionOf('CONTRACT', 'a')).toMatch(/name who triggers it .*the sequence of calls and the loss/);
    expect(instructionOf('API', 'a')).toMatch(/what a caller could be made to do or to lose/);
    expect(instructionOf('TOOL', 'a')).toMatch(/what an agent could be made to do, or its user to lose/);
    expect(instructionOf('SKILL+API', 'a')).toMatch(/description of an API/);
  });
});
