import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlaces, ID_BYTES } from './verify.places.ts';

const ENTRIES = 16;

/** Few ids, many of which share their last digits and so want the same slot. */
const anyId = fc.tuple(fc.nat(3), fc.nat(3), fc.constantFrom(0, 1, 2, 31, 32, 0xffffffff));
const toId = (words: readonly number[]) => words.map((word) => word.toString(16).padStart(8, '0')).join('');

describe('createPlaces', () => {
  it('knows what a map would know, whatever is set and deleted', () => {
    const step = fc.record({ id: anyId.map(toId), act: fc.constantFrom('set', 'set', 'delete') });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const block = Buffer.alloc(ENTRIES * ID_BYTES);
        const places = createPlaces(block, ENTRIES);
        const model = new Map<string, number>();
        const free = Array.from({ length: ENTRIES }, (_, index) => index * ID_BYTES);
        for (const { id, act } of steps) {
          if (act === 'delete') {
            places.delete(id);
            const place = model.get(id);
            if (place !== undefined) free.push(place);
            model.delete(id);
          } else if (!model.has(id) && free.length > 0) {
            const place = free.pop() ?? 0;
            block.write(id, place, ID_BYTES, 'hex');
            places.set(id, place);
            model.set(id, place);
          }
          for (const [known, place] of model) expect(places.find(known)).toBe(place);
          expect(places.find(id)).toBe(model.get(id));
          expect(places.size()).toBe(model.size);
        }
      }),
    );
  });

  it('knows the newer of two places of one id', () => {
    const id = toId([1, 2, 3]);
    const block = Buffer.alloc(2 * ID_BYTES);
    const places = createPlaces(block, ENTRIES);
    for (const place of [0, ID_BYTES]) {
      block.write(id, place, ID_BYTES, 'hex');
      places.set(id, place);
    }

    expect(places.find(id)).toBe(ID_BYTES);
    expect(places.size()).toBe(1);
  });

  it.each([
    ['in upper case', 'ABCDEF00000000010000000A'],
    ['with a sign', '+bcdef0000000001+000000a'],
    ['with a prefix', '0xcdef000000000100000000'],
    ['with junk behind it', 'abcdef0000000001a~~~~~~~'],
  ])('does not know an id %s', (_, spelled) => {
    const id = 'abcdef00000000010000000a';
    const block = Buffer.alloc(ID_BYTES);
    const places = createPlaces(block, ENTRIES);
    block.write(id, 0, ID_BYTES, 'hex');
    places.set(id, 0);

    expect(places.find(spelled)).toBeUndefined();
    expect(places.find(id)).toBe(0);
  });

  it('knows nothing after it was cleared', () => {
    const id = toId([1, 2, 3]);
    const block = Buffer.alloc(ID_BYTES);
    const places = createPlaces(block, ENTRIES);
    block.write(id, 0, ID_BYTES, 'hex');
    places.set(id, 0);

    places.clear();

    expect(places.find(id)).toBeUndefined();
    expect(places.size()).toBe(0);
  });
});
