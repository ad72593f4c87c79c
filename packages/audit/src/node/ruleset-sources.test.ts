import { describe, expect, it } from 'vitest';
import { digestRuleset, listRulesetSources } from './ruleset-sources.ts';

const sources = listRulesetSources();
const names = sources.map(({ name }) => name);

describe('the digest of the ruleset', () => {
  it.each([
    'src/engine.ts',
    'src/judge/verdict.policy.ts',
    'src/model-review/fold.ts',
    'src/model-review/quotes.ts',
    'src/facts/read-budget.ts',
    'src/interpreters/python.ts',
    'src/ruleset/origins/origin.data.ts',
    'src/rules/una-14-unread-content/unread-content.rule.ts',
    'src/node/sandbox/guest/core.js',
    'parser python',
    'package markdown-it',
    'package oxc-parser',
  ])('depends on %s', (name) => {
    const others = sources.map((one) => (one.name === name ? { ...one, sha256: 'other' } : one));

    expect(names).toContain(name);
    expect(digestRuleset(others)).not.toBe(digestRuleset(sources));
  });

  it('does not depend on how models are asked: what they answered is kept', () => {
    expect(names.filter((name) => /node\/models|instruction\.ts|planted|^package (?:ai|@ai-sdk)/.test(name))).toEqual([
      'src/model/instruction.ts',
    ]);
  });

  it('does not depend on tests, on itself or on the order of files', () => {
    expect(names.filter((name) => name.includes('.test.') || name.includes('digest.data'))).toEqual([]);
    expect(digestRuleset([...sources].reverse())).toBe(digestRuleset(sources));
  });
});
