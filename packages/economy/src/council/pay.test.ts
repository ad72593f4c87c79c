import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNCIL, WHOLE_BP } from './params.ts';
import { payCanary, payFinders, paySeats, splitFee, splitPay, toMarks, toSeatFee, toTopUp } from './pay.ts';
import { divide, sum } from './share.ts';

const marks = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));
const FEE = marks(90);
const anyAmount = fc.bigInt({ min: 0n, max: 10n ** 15n });
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `v${index}`);
const amounts = (pays: readonly { readonly amount: bigint }[]): bigint[] => pays.map(({ amount }) => amount);

describe('a fee', () => {
  it('of 0.90 USDC is 90 marks', () => {
    expect(toMarks(900_000n)).toBe(FEE);
  });

  it('of 90 marks is split by the rules', () => {
    expect(splitFee(FEE)).toEqual({
      PANEL: marks(36),
      FINDINGS: marks(13.5),
      RESERVE: marks(18),
      CANARY: marks(9),
      TREASURY: marks(9),
      PLUGIN_AUTHORS: marks(4.5),
    });
  });

  it('of any size is split without a remainder', () => {
    fc.assert(fc.property(anyAmount, (fee) => sum(Object.values(splitFee(fee))) === fee));
  });

  it('has shares that add up to the whole', () => {
    expect(Object.values(COUNCIL.feeSplitBp).reduce((total, bp) => total + bp, 0)).toBe(WHOLE_BP);
  });

  it('has figures that a caller cannot change', () => {
    expect(Object.isFrozen(COUNCIL) && Object.isFrozen(COUNCIL.feeSplitBp)).toBe(true);
  });
});

describe('a division', () => {
  const anyWeights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 20 });

  it('distributes everything, and each part is rounded down or up by less than one unit', () => {
    fc.assert(
      fc.property(anyAmount, anyWeights, (total, weights) => {
        const whole = sum(weights);
        fc.pre(whole > 0n);
        const parts = divide(total, weights);
        expect(sum(parts)).toBe(total);
        for (const [index, part] of parts.entries()) {
          const down = (total * (weights[index] ?? 0n)) / whole;
          expect(part === down || part === down + 1n).toBe(true);
        }
      }),
    );
  });
});

describe('the seats', () => {
  const seatFee = toSeatFee(FEE);
  const seats = (multiplierBp: number, count = 5) => names(count).map((validatorId) => ({ validatorId, multiplierBp }));

  it('earn 7.2 marks each at a factor of one, all from the fee', () => {
    const pay = paySeats({ seatFee, seats: seats(10_000), panelPart: marks(36), reserve: 0n });

    expect(amounts(pay.pays)).toEqual(Array(5).fill(marks(7.2)));
    expect(pay).toMatchObject({ fromPanel: marks(36), fromReserve: 0n });
  });

  it('draw the amount above the fee from the reserve', () => {
    const pay = paySeats({ seatFee, seats: seats(15_000), panelPart: marks(36), reserve: marks(100) });

    expect(pay).toMatchObject({ fromPanel: marks(36), fromReserve: marks(18) });
  });

  it('leave unearned pay in the fee', () => {
    expect(paySeats({ seatFee, seats: seats(0), panelPart: marks(36), reserve: 0n })).toMatchObject({ fromPanel: 0n });
  });

  it('never get more than the available amount', () => {
    const anySeats = fc
      .array(fc.nat(15_000), { maxLength: 11 })
      .map((list) => list.map((multiplierBp, index) => ({ validatorId: `v${index}`, multiplierBp })));
    fc.assert(
      fc.property(anySeats, anyAmount, anyAmount, anyAmount, (any, fee, panelPart, reserve) => {
        const pay = paySeats({ seatFee: fee, seats: any, panelPart, reserve });
        expect(sum(amounts(pay.pays))).toBe(pay.fromPanel + pay.fromReserve);
        expect(pay.fromPanel <= panelPart && pay.fromReserve <= reserve).toBe(true);
      }),
    );
  });
});

describe('the finders', () => {
  it.each([
    [1, 13.5],
    [4, 12.301875],
    [5, 8.85735],
    [11, 2.139617],
  ])('if they are %i, get %d marks each', (count, each) => {
    expect(amounts(payFinders(marks(1_000), FEE, names(count)))).toEqual(Array(count).fill(marks(each)));
  });

  it('share a short pool to the last unit', () => {
    const pays = amounts(payFinders(100n, FEE, names(3)));

    expect(sum(pays)).toBe(100n);
    expect(pays).toEqual([34n, 33n, 33n]);
  });

  it('get nothing when there are none', () => {
    expect(payFinders(marks(5), FEE, [])).toEqual([]);
  });
});

describe('a canary', () => {
  it('pays a catch three seat fees and a passed known-good case one', () => {
    const question = { pot: marks(1_000), seatFee: toSeatFee(FEE), right: names(2) };

    expect(amounts(payCanary({ ...question, isKnownBad: true }))).toEqual([marks(21.6), marks(21.6)]);
    expect(amounts(payCanary({ ...question, isKnownBad: false }))).toEqual([marks(7.2), marks(7.2)]);
  });

  it('pays no more than the pot contains', () => {
    expect(sum(amounts(payCanary({ pot: 7n, seatFee: marks(7.2), right: names(5), isKnownBad: true })))).toBe(7n);
  });
});

describe('a pay', () => {
  it('holds back half, and pays the odd unit at once', () => {
    expect(splitPay(7n)).toEqual({ now: 4n, vesting: 3n });
  });

  it('refills a slashed stake, with at most its half', () => {
    const stake = { stakeMinor: marks(950), entryStakeMinor: marks(1_000) };

    expect(toTopUp({ ...stake, payment: marks(10) })).toBe(marks(5));
    expect(toTopUp({ ...stake, payment: marks(500) })).toBe(marks(50));
    expect(toTopUp({ ...stake, stakeMinor: marks(1_000), payment: marks(10) })).toBe(0n);
  });
});
