import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CertificateState,
  type CertificateTrigger,
  decideTransition,
  ISSUED,
  type Transition,
} from './certificate-status.ts';
import { CertificateId } from './ids.ts';
import { isValid } from './verify-record.ts';

const NEWER = CertificateId.parse('0123456789abcdef01234567');

const AT = new Date('2026-01-02T00:00:00Z');
const moments = fc.constantFrom(new Date('2026-01-01T00:00:00Z'), AT, new Date('2026-01-03T00:00:00Z'));
const reportIds = fc.constantFrom('r1', 'r2');
const triggers: fc.Arbitrary<CertificateTrigger> = fc.oneof(
  fc.constant({ kind: 'newer_version_certified', certificateId: NEWER } as const),
  fc.record({
    kind: fc.constant('flag_confirmed' as const),
    flagId: fc.constantFrom('f1', 'f2'),
    by: fc.constantFrom('round', 'person'),
    at: moments,
  }),
  fc.record({ kind: fc.constantFrom('re_audit_failed', 'operator_suspends'), at: moments }),
  fc.record({
    kind: fc.constant('re_audit_passed' as const),
    by: fc.constantFrom('council', 'operator'),
    startedAt: moments,
  }),
  fc.record({ kind: fc.constant('report_upheld' as const), reportId: reportIds, at: moments }),
  fc.record({ kind: fc.constant('report_overturned' as const), reportId: reportIds }),
  ...(['owner_deprecates', 'operator_revokes'] as const).map((kind) => fc.constant({ kind })),
);

const stateAfter = (state: CertificateState, transition: Transition): CertificateState =>
  'state' in transition ? transition.state : state;

/** Every state of a certificate, from issuance on. */
function lifeOf(history: readonly CertificateTrigger[]): CertificateState[] {
  const states = [ISSUED];
  let state = ISSUED;
  for (const trigger of history) {
    state = stateAfter(state, decideTransition(state, trigger));
    states.push(state);
  }
  return states;
}

const state = (changes: Partial<CertificateState>): CertificateState => ({ ...ISSUED, ...changes });

describe('over any history', () => {
  const holds = (claim: (states: CertificateState[]) => void) =>
    fc.assert(fc.property(fc.array(triggers, { maxLength: 12 }), (history) => claim(lifeOf(history))));

  it('a revoked certificate stays suspended and revoked', () => {
    holds((states) => {
      const revokedAt = states.findIndex(({ revoked }) => revoked);
      for (const later of revokedAt < 0 ? [] : states.slice(revokedAt))
        expect(later).toMatchObject({ status: 'SUSPENDED', statusReason: 'REVOKED', revoked: true });
    });
  });

  it('a deprecated certificate never becomes approved again, not even after a suspension', () => {
    holds((states) => {
      const deprecatedAt = states.findIndex(({ status }) => status === 'DEPRECATED');
      for (const later of deprecatedAt < 0 ? [] : states.slice(deprecatedAt)) expect(later.status).not.toBe('APPROVED');
    });
  });

  it("a person's suspension lasts until a person lifts it", () => {
    fc.assert(
      fc.property(fc.array(triggers, { maxLength: 12 }), (history) => {
        let before = ISSUED;
        for (const trigger of history) {
          const after = stateAfter(before, decideTransition(before, trigger));
          const isByPerson =
            trigger.kind === 'report_overturned' || (trigger.kind === 're_audit_passed' && trigger.by === 'operator');
          if (before.heldByPerson && !isByPerson) expect(after.status).toBe('SUSPENDED');
          before = after;
        }
      }),
    );
  });

  it('a certificate that is not revoked is suspended exactly while a cause is left', () => {
    holds((states) => {
      for (const { status, revoked, suspensionCauses } of states)
        if (!revoked) expect(status === 'SUSPENDED').toBe(suspensionCauses.length > 0);
    });
  });

  it('an overturned report ends its own cause only', () => {
    fc.assert(
      fc.property(fc.array(triggers, { maxLength: 12 }), (history) => {
        const before = lifeOf(history).at(-1) ?? ISSUED;
        const after = stateAfter(before, decideTransition(before, { kind: 'report_overturned', reportId: 'r1' }));
        const others = before.suspensionCauses.filter(({ kind, id }) => kind !== 'REPORT' || id !== 'r1');
        if (!before.revoked) expect(after.suspensionCauses).toEqual(others);
      }),
    );
  });

  it('a reason is present exactly when the certificate is not approved', () => {
    holds((states) => {
      for (const { status, statusReason } of states) expect(statusReason === null).toBe(status === 'APPROVED');
    });
  });

  it('a certificate with a newer version is never approved', () => {
    holds((states) => {
      for (const { status, supersededBy } of states) if (supersededBy !== null) expect(status).not.toBe('APPROVED');
    });
  });

  it('only an approved certificate without open flags is valid', () => {
    fc.assert(
      fc.property(fc.array(triggers, { maxLength: 12 }), fc.option(fc.nat(), { nil: undefined }), (history, flags) => {
        for (const { status } of lifeOf(history))
          expect(isValid(status, flags)).toBe(status === 'APPROVED' && flags === 0);
      }),
    );
  });

  it('every change of status emits an event, and no other transition does', () => {
    fc.assert(
      fc.property(fc.array(triggers, { maxLength: 12 }), triggers, (history, last) => {
        const before = lifeOf(history).at(-1) ?? ISSUED;
        const transition = decideTransition(before, last);
        const after = stateAfter(before, transition);
        if (after.status !== before.status || after.revoked !== before.revoked) expect(transition.kind).toBe('changed');
        if (transition.kind !== 'changed') expect(after.statusReason).toBe(before.statusReason);
      }),
    );
  });
});

describe('decideTransition', () => {
  const afterAll = (...triggers: CertificateTrigger[]): CertificateState => lifeOf(triggers).at(-1) ?? ISSUED;
  const later = new Date(AT.getTime() + 1);
  const passedBy = (by: 'council' | 'operator') => ({ kind: 're_audit_passed', by, startedAt: later }) as const;
  const suspended = afterAll({ kind: 'flag_confirmed', flagId: 'f1', by: 'round', at: AT });
  const held = afterAll({ kind: 'operator_suspends', at: AT });
  const revoked = state({ status: 'SUSPENDED', statusReason: 'REVOKED', revoked: true });

  it('deprecates when a newer version is certified', () => {
    expect(decideTransition(ISSUED, { kind: 'newer_version_certified', certificateId: NEWER })).toEqual({
      kind: 'changed',
      state: state({
        status: 'DEPRECATED',
        statusReason: 'NEWER_VERSION',
        supersededBy: NEWER,
        deprecatedFor: 'NEWER_VERSION',
      }),
      event: 'certificate.deprecated',
    });
  });

  it('returns to approved after a passed re-audit', () => {
    expect(decideTransition(suspended, passedBy('council'))).toEqual({
      kind: 'changed',
      state: ISSUED,
      event: 'certificate.reinstated',
    });
  });

  it('returns only to deprecated when a newer version was certified during the suspension', () => {
    const noted = decideTransition(suspended, { kind: 'newer_version_certified', certificateId: NEWER });
    expect(noted.kind).toBe('noted');

    const back = decideTransition(stateAfter(suspended, noted), passedBy('council'));
    expect(back).toMatchObject({ state: { status: 'DEPRECATED', statusReason: 'NEWER_VERSION' } });
  });

  it('suspends a deprecated certificate too', () => {
    const deprecated = state({
      status: 'DEPRECATED',
      statusReason: 'OWNER_DEPRECATED',
      deprecatedFor: 'OWNER_DEPRECATED',
    });

    expect(decideTransition(deprecated, { kind: 'flag_confirmed', flagId: 'f1', by: 'round', at: AT })).toMatchObject({
      state: { status: 'SUSPENDED', statusReason: 'FLAG_CONFIRMED' },
      event: 'certificate.suspended',
    });
  });

  it.each([
    ['an owner deprecating what is not approved', suspended, { kind: 'owner_deprecates' }],
    ['an operator suspending twice', held, { kind: 'operator_suspends', at: AT }],
    ['an operator revoking twice', revoked, { kind: 'operator_revokes' }],
  ] as const)('refuses %s', (_, before, trigger) => {
    expect(decideTransition(before, trigger)).toEqual({ kind: 'refused', because: 'certificate_wrong_state' });
  });

  it("requires a person, not a passed re-audit, to lift a person's suspension", () => {
    expect(decideTransition(held, passedBy('council'))).toEqual({ kind: 'unchanged' });
    expect(decideTransition(held, passedBy('operator'))).toMatchObject({ kind: 'changed', state: ISSUED });
  });

  it.each([
    ['a flag that a person confirms', { kind: 'flag_confirmed', flagId: 'f1', by: 'person', at: AT }],
    ['an operator who suspends', { kind: 'operator_suspends', at: AT }],
  ] as const)('%s adds a cause to the suspension of a round', (_, trigger) => {
    const noted = decideTransition(suspended, trigger);

    expect(noted).toMatchObject({ kind: 'noted', state: { statusReason: 'FLAG_CONFIRMED', heldByPerson: true } });
  });

  it('stays suspended for a confirmed flag when a report about it is overturned', () => {
    const reported = afterAll(
      { kind: 'report_upheld', reportId: 'r1', at: AT },
      { kind: 'flag_confirmed', flagId: 'f1', by: 'person', at: AT },
    );

    expect(decideTransition(reported, { kind: 'report_overturned', reportId: 'r1' })).toMatchObject({
      kind: 'changed',
      state: { status: 'SUSPENDED', statusReason: 'FLAG_CONFIRMED' },
      event: 'certificate.suspended',
    });
  });

  it('stays suspended for a report whatever a re-audit finds', () => {
    const reported = afterAll({ kind: 'report_upheld', reportId: 'r1', at: AT });

    expect(decideTransition(reported, passedBy('operator'))).toEqual({ kind: 'unchanged' });
  });

  it('stays suspended for a cause that is newer than the round that passed', () => {
    const again = stateAfter(suspended, decideTransition(suspended, { kind: 're_audit_failed', at: later }));
    const passed = { kind: 're_audit_passed', by: 'operator', startedAt: AT } as const;

    expect(decideTransition(again, passed)).toMatchObject({ state: { statusReason: 'RE_AUDIT_FAILED' } });
  });

  it('lets only an operator lift a suspension that an earlier version wrote without causes', () => {
    const unlisted = state({ status: 'SUSPENDED', statusReason: 'FLAG_CONFIRMED' });

    expect(decideTransition(unlisted, passedBy('council'))).toEqual({ kind: 'unchanged' });
    expect(decideTransition(unlisted, passedBy('operator'))).toMatchObject({ kind: 'changed', state: ISSUED });
  });

  it('prevents a passed re-audit from reinstating a revoked certificate', () => {
    expect(decideTransition(revoked, passedBy('operator'))).toEqual({ kind: 'unchanged' });
  });
});
