/** Work that waits, in two lanes which take turns: a long line of slow work holds quick work up by one place only. */
export type Lanes<Item> = {
  add(item: Item, isSlow: boolean): void;
  take(): Item | undefined;
  /** Takes everything that still waits. */
  drain(): Item[];
};

export function createLanes<Item>(): Lanes<Item> {
  const quick: Item[] = [];
  const slow: Item[] = [];
  let wasSlow = true;
  return {
    add(item, isSlow) {
      (isSlow ? slow : quick).push(item);
    },
    take() {
      const isSlow = quick.length === 0 || (slow.length > 0 && !wasSlow);
      wasSlow = isSlow;
      return (isSlow ? slow : quick).shift();
    },
    drain: () => [...quick.splice(0), ...slow.splice(0)],
  };
}
