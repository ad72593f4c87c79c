/** The kind of queued work: free or paid, slow or quick. */
export type Lane = { readonly isFree: boolean; readonly isSlow: boolean };

/**
 * Queued work. Paid work goes before free work. Within each, quick and slow work alternate, so that a backlog of slow
 * work delays quick work by one place only.
 */
type Lanes<Item> = {
  add(item: Item, lane: Lane): void;
  /** `isFreeAllowed`: whether free work may start now. */
  take(isFreeAllowed: boolean): { readonly item: Item; readonly isFree: boolean } | undefined;
  /** Number of queued free items. */
  waitingFree(): number;
  /** Removes and returns all queued items. */
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
