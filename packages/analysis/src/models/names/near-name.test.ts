import { describe, expect, it } from 'vitest';
import { findNearName } from './near-name.ts';

describe('near names', () => {
  it.each([
    ['webbapp-testing', 'webapp-testing'],
    ['skill-creatro', 'skill-creator'],
    ['json-formattre', 'formatter'],
    ['log-analyzzer', 'analyzer'],
    ['config-validater', 'validator'],
  ])('takes %s for a misspelt %s', (name, known) => {
    expect(findNearName(name, [])).toBe(known);
  });

  it.each(['webapp-testing', 'json-parsers', 'preview-import', 'context-map', 'swift-expert', 'log-managed', 'notes'])(
    'leaves %s alone',
    (name) => {
      expect(findNearName(name, [])).toBeUndefined();
    },
  );

  it('compares with the names it is given', () => {
    expect(findNearName('acme-notse', ['acme-notes'])).toBe('acme-notes');
  });
});
