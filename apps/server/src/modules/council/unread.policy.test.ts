import { describe, expect, it } from 'vitest';
import { findHarmfulOrder, findUnread } from './unread.policy.ts';

type Case = Parameters<typeof findUnread>[0];
type NotRead = NonNullable<Case['report']['reading']>['notRead'][number];

const READER = { name: 'one', model: 'large-1', family: 'example' };
const rest = (isReachable = true): NotRead => ({ file: 'SKILL.md', reason: 'limit', isReachable });

function reviewed({
  abstention = null,
  notRead = [],
  type = 'INITIAL_AUDIT',
  findings = [],
}: Partial<Asked> = {}): Case {
  const isRead = abstention === null;
  const reading = { reader: READER, pass: 'a', outcome: isRead ? 'PASS' : 'ABSTAIN', abstention };
  return {
    round: { type },
    panels: [{ phase: 'PRIMARY', state: 'TALLIED', seats: [] }],
    report: { engine: { version: '1' }, findings, reading: { isRead, readings: [reading, reading], notRead } },
  } as unknown as Case;
}
type Asked = { abstention: string | null; notRead: readonly NotRead[]; type: string; findings: readonly object[] };

const ORDER = {
  ruleId: 'EXF-04',
  title: 'Secrets go out by the agent',
  category: 'EXF',
  file: 'SKILL.md',
  nature: 'malice',
  confidence: 'firm',
  severity: 'MEDIUM',
  context: 'directive',
};

describe('a person reads', () => {
  it("reachable files beyond the limit of a submission, regardless of the operator's policy", () => {
    for (const policy of ['person', 'certify'] as const)
      for (const notRead of [rest(), rest(false), { ...rest(), reason: 'opaque' }, { ...rest(), reason: 'needed' }])
        expect(findUnread(reviewed({ notRead: [notRead] }), policy)).toContain('could not be sent to the models');
  });

  it.each([
    ['the daily budget is spent', 'budget'],
    ['one: timeout', 'timeout'],
  ])('what no model has read, with the reason: %s', (words, abstention) => {
    expect(findUnread(reviewed({ abstention }), 'person')).toContain(words);
  });
});

describe('unread instructions with a harmful order that the engine found', () => {
  const unread = (order: object) => reviewed({ abstention: 'timeout', findings: [order] });

  it.each([
    ['a firm order', ORDER],
    ['a certain order', { ...ORDER, confidence: 'certain' }],
    ['a hidden one', { ...ORDER, context: 'hidden' }],
    ['a command that the agent is told to run', { ...ORDER, context: 'executable' }],
    ['a text of an API document', { ...ORDER, context: 'reference', category: 'API' }],
    ['one whose place is not known', { ...ORDER, context: undefined }],
  ])('wait for a person even if unread products are certified: %s', (_, order) => {
    expect(findUnread(unread(order), 'certify')).toContain('EXF-04 in SKILL.md');
    expect(findHarmfulOrder(unread(order).report)).toContain('A person decides');
  });

  it.each([
    ['a guess', { ...ORDER, confidence: 'tentative' }],
    ['a weakness', { ...ORDER, nature: 'weakness' }],
    ['a mention', { ...ORDER, context: 'reference' }],
  ])('are certified with %s', (_, order) => {
    expect(findUnread(unread(order), 'certify')).toBeUndefined();
  });

  it('are left to the models that have read them', () => {
    expect(findUnread(reviewed({ findings: [ORDER] }), 'certify')).toBeUndefined();
  });
});

describe('no person has to read', () => {
  it.each([
    ['what models have read', reviewed(), 'person'],
    ['bytes that nothing leads to', reviewed({ notRead: [{ ...rest(false), reason: 'opaque' }] }), 'person'],
    ['what the operator certifies unread', reviewed({ abstention: 'timeout' }), 'certify'],
    [
      'certified bytes in a re-audit',
      reviewed({ abstention: 'timeout', notRead: [rest()], type: 'RE_AUDIT' }),
      'person',
    ],
  ] as const)('%s', (_, open, policy) => {
    expect(findUnread(open, policy)).toBeUndefined();
  });
});
