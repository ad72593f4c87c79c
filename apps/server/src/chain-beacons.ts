/** Unpredictable block hashes from which the council's draws are derived. */
import type { ChainBlock, Hex } from './modules/registry/index.ts';

export type StampedBlock = { readonly number: bigint; readonly hash: Hex; readonly timestamp: bigint };
type Reader = {
  readonly head: () => Promise<bigint>;
  readonly block: (number: bigint) => Promise<StampedBlock>;
  /** Confirmations required, the block itself included. */
  readonly confirmations: number;
};

/** The first block with a timestamp after this moment. Undefined while no such block is final. */
export async function firstBlockAfter(
  moment: Date,
  { head, block, confirmations }: Reader,
): Promise<ChainBlock | undefined> {
  const newest = (await head()) - BigInt(confirmations - 1);
  // Block times are whole seconds: a block may carry the second of the moment and still precede it.
  const isAfter = async (number: bigint) => Number((await block(number)).timestamp) * 1_000 > moment.getTime();
  if (newest < 0n || !(await isAfter(newest))) return undefined;

  let step = 1n;
  while (newest - step > 0n && (await isAfter(newest - step))) step *= 2n;
  let before = newest - step > 0n ? newest - step : -1n;
  let after = newest;
  while (after - before > 1n) {
    const middle = (before + after) / 2n;
    if (await isAfter(middle)) after = middle;
    else before = middle;
  }
  const { number, hash } = await block(after);
  return { number: Number(number), hash };
}
