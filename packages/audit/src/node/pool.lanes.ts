/** What kind of work waits: whether somebody paid for it, and whether it is slow. */
export type Lane = { readonly isFree: boolean; readonly isSlow: boolean };

/**
 * Work that waits. What was paid for goes before what was not; within each, quick and slow work take turns, so that a long
 * line of slow work holds quick work up by one place only.
 */
type Lanes<Item> = {
  add(item: Item, lane: Lane): void;
  /** `isFreeAllowed`: whether work that nobody paid for may be taken now. */
  take(isFreeAllowed: boolean): { readonly item: Item; readonly isFree: boolean } | undefined;
  /** How much work waits that nobody paid for. */
  waitingFree(): number;
  /** Takes everything that still waits. */
  drain(): Item[];
};

export function createLanes<Item>(): Lanes<Item> {
  const paid = createTurns<Item>();
  const free = createTurns<Item>();
  return {
    add: (item, { isFree, isSlow }) => (isFree ? free : paid).add(item, isSlow),
    take(isFreeAllowed) {
      const item = paid.take();
      if (item !== undefined) return { item, isFree: false };
      const unpaid = isFreeAllowed ? free.take() : undefined;
      return unpaid === undefined ? undefined : { item: unpaid, isFree: true };
    },
    waitingFree: free.size,
    drain: () => [...paid.drain(), ...free.drain()],
  };
}

function createTurns<Item>() {
  const quick: Item[] = [];
  const slow: Item[] = [];
  let wasSlow = true;
  return {
    add(item: Item, isSlow: boolean): void {
      (isSlow ? slow : quick).push(item);
    },
    take(): Item | undefined {
      const isSlow = quick.length === 0 || (slow.length > 0 && !wasSlow);
      wasSlow = isSlow;
      return (isSlow ? slow : quick).shift();
    },
    size: () => quick.length + slow.length,
    drain: () => [...quick.splice(0), ...slow.splice(0)],
  };
}
