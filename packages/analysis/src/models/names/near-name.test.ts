import { describe, expect, it } from 'vitest';
import { findNearName } from './near-name.ts';

const KNOWN = ['webapp-testing', 'skill-creator', 'notes'];

describe('near names', () => {
  it.each([
    ['webbapp-testing', 'webapp-testing'],
    ['skill-creatro', 'skill-creator'],
    ['skil-creator', 'skill-creator'],
    ['Skill-Creater', 'skill-creator'],
  ])('takes %s for a misspelt %s', (name, known) => {
    expect(findNearName(name, KNOWN)).toBe(known);
  });

  it.each(['webapp-testing', 'json-parsers', 'note', 'skill-curator'])('leaves %s alone', (name) => {
    expect(findNearName(name, KNOWN)).toBeUndefined();
  });
});
