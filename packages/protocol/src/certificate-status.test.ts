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

const triggers: fc.Arbitrary<CertificateTrigger> = fc.oneof(
  fc.constant({ kind: 'newer_version_certified', certificateId: NEWER } as const),
  ...(['round', 'person'] as const).map((by) => fc.constant({ kind: 'flag_confirmed', by } as const)),
  ...(
    [
      'owner_deprecates',
      're_audit_failed',
      're_audit_passed',
      'person_lifts',
      'operator_suspends',
      'operator_revokes',
    ] as const
  ).map((kind) => fc.constant({ kind })),
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
          if (before.heldByPerson && trigger.kind !== 'person_lifts') expect(after.status).toBe('SUSPENDED');
          before = after;
        }
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
  const suspended = state({ status: 'SUSPENDED', statusReason: 'FLAG_CONFIRMED' });
  const held = state({ status: 'SUSPENDED', statusReason: 'PLATFORM_DETERMINATION', heldByPerson: true });
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
    expect(decideTransition(suspended, { kind: 're_audit_passed' })).toEqual({
      kind: 'changed',
      state: ISSUED,
      event: 'certificate.reinstated',
    });
  });

  it('returns only to deprecated when a newer version was certified during the suspension', () => {
    const noted = decideTransition(suspended, { kind: 'newer_version_certified', certificateId: NEWER });
    expect(noted.kind).toBe('noted');

    const back = decideTransition(stateAfter(suspended, noted), { kind: 're_audit_passed' });
    expect(back).toMatchObject({ state: { status: 'DEPRECATED', statusReason: 'NEWER_VERSION' } });
  });

  it('suspends a deprecated certificate too', () => {
    const deprecated = state({
      status: 'DEPRECATED',
      statusReason: 'OWNER_DEPRECATED',
      deprecatedFor: 'OWNER_DEPRECATED',
    });

    expect(decideTransition(deprecated, { kind: 'flag_confirmed', by: 'round' })).toMatchObject({
      state: { status: 'SUSPENDED', statusReason: 'FLAG_CONFIRMED' },
      event: 'certificate.suspended',
    });
  });

  it.each([
    ['an owner deprecating what is not approved', suspended, { kind: 'owner_deprecates' }],
    ['an operator suspending twice', held, { kind: 'operator_suspends' }],
    ['an operator revoking twice', revoked, { kind: 'operator_revokes' }],
  ] as const)('refuses %s', (_, before, trigger) => {
    expect(decideTransition(before, trigger)).toEqual({ kind: 'refused', because: 'certificate_wrong_state' });
  });

  it("requires a person, not a passed re-audit, to lift a person's suspension", () => {
    expect(decideTransition(held, { kind: 're_audit_passed' })).toEqual({ kind: 'unchanged' });
    expect(decideTransition(held, { kind: 'person_lifts' })).toMatchObject({ kind: 'changed', state: ISSUED });
  });

  it.each([
    ['a flag that a person confirms', { kind: 'flag_confirmed', by: 'person' }],
    ['a person who suspends', { kind: 'operator_suspends' }],
  ] as const)('%s also takes over the suspension of a round', (_, trigger) => {
    const noted = decideTransition(suspended, trigger);

    expect(noted).toEqual({ kind: 'noted', state: { ...suspended, heldByPerson: true } });
  });

  it('prevents a passed re-audit from reinstating a revoked certificate', () => {
    expect(decideTransition(revoked, { kind: 're_audit_passed' })).toEqual({ kind: 'unchanged' });
  });
});
