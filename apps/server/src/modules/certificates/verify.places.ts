/** Certificate ids are 24 hexadecimal digits in lower case: three numbers of 32 bits. */
const WORD_DIGITS = 8;
const WORD_BYTES = 4;
export const ID_BYTES = 3 * WORD_BYTES;

/** Slots per entry: with half of them free, a search ends after a step or two. */
const SLOTS_PER_ENTRY = 2;
const FREE = 0;

/**
 * Where in a block of memory each id begins. A map of strings would cost ten times as much: the ids themselves are in the
 * block already, so a table of numbers is enough.
 */
export function createPlaces(block: Buffer, entriesMax: number) {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(2, entriesMax * SLOTS_PER_ENTRY)));
  const mask = slots - 1;
  /** Places plus one, each at the slot of its id or after it, without a gap in between. */
  const table = new Int32Array(slots);
  let size = 0;

  const wordOf = (id: string, word: number): number =>
    Number.parseInt(id.slice(word * WORD_DIGITS, (word + 1) * WORD_DIGITS), 16);
  const wordAt = (place: number, word: number): number => block.readUInt32BE(place + word * WORD_BYTES);
  const placeIn = (slot: number): number => (table[slot] ?? FREE) - 1;
  /** The last digits: those of a counter differ there, and random ones anywhere. */
  const homeOf = (lastWord: number): number => lastWord & mask;

  /** The slot that holds an id, or the free one where it belongs. */
  function slotOf(id: string): number {
    const [first, second, last] = [wordOf(id, 0), wordOf(id, 1), wordOf(id, 2)];
    let slot = homeOf(last);
    while (table[slot] !== FREE) {
      const place = placeIn(slot);
      const isSame = wordAt(place, 2) === last && wordAt(place, 1) === second && wordAt(place, 0) === first;
      // Another spelling of the same numbers is another id.
      if (isSame && block.toString('hex', place, place + ID_BYTES) === id) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Those behind a freed slot move up, unless they would pass their own: a search must not meet a gap too early. */
  function free(freed: number): void {
    let gap = freed;
    for (let slot = (gap + 1) & mask; table[slot] !== FREE; slot = (slot + 1) & mask) {
      const home = homeOf(wordAt(placeIn(slot), 2));
      const isBehindGap = ((slot - home) & mask) >= ((slot - gap) & mask);
      if (!isBehindGap) continue;
      table[gap] = table[slot] ?? FREE;
      gap = slot;
    }
    table[gap] = FREE;
    size--;
  }

  return {
    find(id: string): number | undefined {
      const slot = slotOf(id);
      return table[slot] === FREE ? undefined : placeIn(slot);
    },
    /** The id must stand in the block at `place` by now. */
    set(id: string, place: number): void {
      const slot = slotOf(id);
      if (table[slot] === FREE) size++;
      table[slot] = place + 1;
    },
    delete(id: string): void {
      const slot = slotOf(id);
      if (table[slot] !== FREE) free(slot);
    },
    clear(): void {
      table.fill(FREE);
      size = 0;
    },
    size: () => size,
  };
}
