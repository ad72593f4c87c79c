import { describe, expect, it } from 'vitest';
import { createIntake, INTAKE_LIMITS } from './intake.ts';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

function setup(nextTickAt = inSeconds(4)) {
  let tick = 7;
  const intake = createIntake({ row: () => ({ tick, nextTickAt }), clock: { now: () => NOW } });
  const admitMany = (count: number, principalOf: (place: number) => string) => {
    for (let place = 0; place < count; place++) intake.admit(principalOf(place));
  };
  const passHour = () => {
    tick += 1;
  };
  return { intake, admitMany, passHour };
}
const refused = (retryAfterSeconds: number) =>
  expect.objectContaining({ code: 'rate_limited', data: { retryAfterSeconds } });

describe('the inputs of an hour', () => {
  it('are limited per principal, until the next hour', () => {
    const { intake, admitMany, passHour } = setup();
    admitMany(INTAKE_LIMITS.perPrincipalMax, () => 'actor:a');

    expect(() => intake.admit('actor:a')).toThrow(refused(4));
    intake.admit('actor:b');
    passHour();
    intake.admit('actor:a');
  });

  it('are limited in total across all senders', () => {
    const { intake, admitMany, passHour } = setup();
    admitMany(INTAKE_LIMITS.perHourMax, (place) => `actor:${place}`);

    expect(() => intake.admit('actor:new')).toThrow(refused(4));
    passHour();
    intake.admit('actor:new');
  });

  it('name a retry time even if the hour is late or far away', () => {
    for (const [nextTickAt, seconds] of [
      [inSeconds(-30), 1],
      [inSeconds(9_000), 60],
    ] as const) {
      const { intake, admitMany } = setup(nextTickAt);
      admitMany(INTAKE_LIMITS.perPrincipalMax, () => 'actor:a');
      expect(() => intake.admit('actor:a')).toThrow(refused(seconds));
    }
  });
});
