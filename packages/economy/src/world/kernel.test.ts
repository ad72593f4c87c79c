import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KernelFault } from './fault.ts';
import { fork, preview } from './fork.ts';
import { checkInvariants } from './invariants.ts';
import { TICKS_PER_MONTH, toParams } from './params.ts';
import { hashOfSaved, load, save, stateHash } from './serialise.ts';
import { figureOf } from './statistics.ts';
import { intentOf, join, PLAYER, run, runMonths, smallWorld, VALIDATOR } from './testing/worlds.ts';
import { step } from './tick.ts';

/** Changes with every change of rules, layout or names of a state, which then needs a new kernel version. */
const GOLDEN = {
  chain: '0cdf66af77d298b16c536e012687637ec848531db1a8a17bf4bb5b0f142cdbc5',
  state: 'aef22869ad8d1f8c741979573e204b76f9c42219e8283f25eca0fdca205eeed4',
};

const transfer = () =>
  intentOf(
    'INTENT_TRANSFER',
    { toActorId: VALIDATOR, amount: '1000000' },
    { id: '33333333-3333-7333-8333-999999999999' },
  );

describe('the kernel', () => {
  it('returns the golden hashes for its seed and inputs', () => {
    const w = smallWorld(1);
    join(w, 500);
    step(w, [transfer()]);
    run(w, 3 * TICKS_PER_MONTH);

    expect({ chain: w.chainHash, state: stateHash(w) }).toEqual(GOLDEN);
  });

  it('continues from a snapshot exactly as without it', () => {
    const original = smallWorld();
    join(original, 500);
    run(original, TICKS_PER_MONTH + 100);
    const copy = load(save(original));

    for (let tick = 0; tick < TICKS_PER_MONTH; tick++) {
      const inputs = tick === 50 ? [transfer()] : [];
      expect(step(copy, inputs).digests.chainHash).toBe(step(original, inputs).digests.chainHash);
    }
    expect(stateHash(copy)).toBe(stateHash(original));
  });

  it('has another future with another seed, and the same with the same', () => {
    const [one, same, other] = [smallWorld(3), smallWorld(3), smallWorld(4)];
    for (const w of [one, same, other]) run(w, 30);

    expect(same.chainHash).toBe(one.chainHash);
    expect(other.chainHash).not.toBe(one.chainHash);
  });

  it('forks without side effects, and an empty fork has the same future', () => {
    const w = smallWorld();
    runMonths(w, 2);
    const before = stateHash(w);

    const [same, lucky] = fork(w, [], 2, 2);

    expect(stateHash(w)).toBe(before);
    runMonths(w, 2);
    step(w, [], { isSilent: true });
    const cities = same?.months.at(-1)?.map(({ unemployed }) => unemployed);
    expect(cities).toEqual(Array.from({ length: 3 }, (_, c) => figureOf(w, c, 'unemployed')));
    expect(lucky?.months).not.toEqual(same?.months);
  });

  it('previews an input without executing it', () => {
    const w = smallWorld();
    const before = stateHash(w);

    const result = preview(w, { kind: 'actor.join', actorId: PLAYER, name: 'Zed' });

    expect(result.isDone).toBe(true);
    expect(stateHash(w)).toBe(before);
  });

  it('refuses the state of another version, and a truncated state', () => {
    const bytes = save(smallWorld());
    const text = new TextDecoder().decode(bytes.subarray(8, 30)).replace('"version":1', '"version":9');
    const other = bytes.slice();
    other.set(new TextEncoder().encode(text), 8);

    expect(() => load(other)).toThrow(KernelFault);
    expect(() => load(bytes.subarray(0, bytes.length - 64))).toThrow(KernelFault);
    expect(() => load(new Uint8Array(3))).toThrow(KernelFault);
  });

  it('refuses a state with any bit flipped', () => {
    const bytes = save(smallWorld(7, 20));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const damaged = bytes.slice();
        damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
        expect(() => load(damaged)).toThrow(KernelFault);
      }),
      {
        numRuns: 300,
        examples: [
          [4, 0],
          [bytes.length - 1, 7],
        ],
      },
    );
  });

  it('loads a state from before the digest, with the same hash', () => {
    const w = smallWorld();
    const old = save(w).slice(0, -32);
    new DataView(old.buffer).setUint32(4, 0, true);

    expect(stateHash(load(old))).toBe(stateHash(w));
    expect([hashOfSaved(old), hashOfSaved(save(w))]).toEqual([stateHash(w), stateHash(w)]);
    expect(() => load(save(w).slice(0, -32))).toThrow(KernelFault);
    const buffer = Buffer.from(save(w));
    expect([hashOfSaved(buffer), stateHash(load(buffer))]).toEqual([stateHash(w), stateHash(w)]);
  });

  it('refuses out-of-range figures, and fixed figures', () => {
    expect(() => toParams({ spendScale: 2 })).toThrow(RangeError);
    expect(() => toParams({ wage: 5 })).toThrow(RangeError);
  });
});

describe('a corrupt world', () => {
  const broken = (name: string, change: (w: ReturnType<typeof smallWorld>) => void) =>
    it(`is detected: ${name}`, () => {
      const w = smallWorld();
      run(w, 25);
      change(w);

      expect(checkInvariants(w).map(({ invariant }) => invariant)).toContain(name);
      expect(() => step(w, [], { isChecked: true })).toThrow(KernelFault);
    });

  broken('I2', (w) => {
    w.actor.deposit[0] += 1;
  });
  broken('I3', (w) => {
    w.business.debt[0] += 1;
  });
  broken('I4', (w) => {
    w.actor.deposit[0] = -1;
  });
  broken('I5', (w) => {
    w.business.debt[0] += 1;
  });
  broken('I6', (w) => {
    const h = w.actor.home.findIndex((home) => home >= 0);
    w.dwelling.tenant[w.actor.home[h]] = -1;
  });
  broken('I7', (w) => {
    w.city.population[0] += 1;
  });
  broken('I8', (w) => {
    const h = w.actor.employer.findIndex((employer) => employer >= 0);
    w.actor.publicPost[h] = 1;
  });
  broken('I9', (w) => {
    w.business.stock[0] += 1;
  });
  broken('I12', (w) => {
    w.actor.edgePeer[0] = 5;
    w.actor.edgeKind[0] = 6;
  });
});
