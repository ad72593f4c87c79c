import { describe, expect, it } from 'vitest';
import { EVENT_KINDS, type EventKind, isEventKind } from './events.ts';

const kindsSeenBy = (visibility: string) =>
  Object.entries(EVENT_KINDS)
    .filter(([, kind]) => kind.visibility === visibility)
    .map(([name]) => name);

describe('EVENT_KINDS', () => {
  it('makes no event about private matters public', () => {
    const privateAreas = /^(submission|payment|ticket|account|auth|listing|plugin|loan|intent|trade|transfer)\./;

    expect(kindsSeenBy('public').filter((name) => privateAreas.test(name))).toEqual([]);
  });

  it('makes every change of a certificate public', () => {
    const names = Object.keys(EVENT_KINDS).filter((name) => name.startsWith('certificate.'));

    expect(names).toHaveLength(6);
    for (const name of names) expect(kindsSeenBy('public')).toContain(name);
  });

  it('hides the actions of a seat until the reveal', () => {
    expect(kindsSeenBy('actor-then-public')).toEqual(['council.assigned', 'council.committed', 'council.revealed']);
  });
});

describe('isEventKind', () => {
  it('accepts the kinds of the table and no inherited property', () => {
    const known: EventKind = 'flag.opened';

    expect(isEventKind(known)).toBe(true);
    expect(isEventKind('toString')).toBe(false);
  });
});
