import { describe, expect, it } from 'vitest';
import { digestRuleset, listRulesetSources } from './ruleset-sources.ts';

const sources = listRulesetSources();
const names = sources.map(({ name }) => name);

describe('the digest of the ruleset', () => {
  it.each([
    'audit/src/engine.ts',
    'analysis/src/result/verdict.policy.ts',
    'reader/src/answer/fold.ts',
    'reader/src/answer/quotes.ts',
    'analysis/src/flow/read-budget.ts',
    'analysis/src/languages/interpreters/python.ts',
    'analysis/src/models/origins/origin.data.ts',
    'audit/src/rules/una-14-unread-content/unread-content.rule.ts',
    'sandbox/src/node/guest/core.js',
    'contract-review/src/rules/index.ts',
    'parser python',
    'package markdown-it',
    'package solc',
    'package quickjs-emscripten',
    'package oxc-parser',
  ])('depends on %s', (name) => {
    const others = sources.map((one) => (one.name === name ? { ...one, sha256: 'other' } : one));

    expect(names).toContain(name);
    expect(digestRuleset(others)).not.toBe(digestRuleset(sources));
  });

  it('does not depend on how models are asked: what they answered is kept', () => {
    expect(
      names.filter((name) =>
        /reader\/src\/(?:node|request\/planted)|instruction\.ts|^package (?:ai|@ai-sdk)/.test(name),
      ),
    ).toEqual(['analysis/src/types/instruction.ts']);
  });

  it('does not depend on tests, on itself or on the order of files', () => {
    expect(names.filter((name) => name.includes('.test.') || name.includes('digest.data'))).toEqual([]);
    expect(digestRuleset([...sources].reverse())).toBe(digestRuleset(sources));
  });
});
