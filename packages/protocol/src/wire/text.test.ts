import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findBadText, parseWire, toStorable } from './text.ts';

const NUL = '\0';
const LONE = '\ud800';

describe('parseWire', () => {
  const schema = z.object({ note: z.string().optional(), free: z.record(z.string(), z.unknown()).optional() });

  it.each([
    ['U+0000 in a declared member', { note: `a${NUL}b` }, '/note'],
    ['an unpaired surrogate in a declared member', { note: LONE }, '/note'],
    ['U+0000 inside free members', { free: { deep: [1, { 'a/b': NUL }] } }, '/free/deep/1/a~1b'],
    ['U+0000 in a member that no schema declares', { stray: NUL }, '/stray'],
    ['U+0000 in a member name', { free: { [NUL]: 1 } }, '/free'],
  ])('refuses %s with its pointer', (_, value, pointer) => {
    expect(parseWire(schema, value)).toMatchObject({ success: false, errors: [{ pointer }] });
  });

  it('points below the given part of a request', () => {
    expect(parseWire(schema, { note: NUL }, '/query')).toMatchObject({ errors: [{ pointer: '/query/note' }] });
  });

  it('limits the number of errors for a hostile value', () => {
    const errors = findBadText(Array.from({ length: 10_000 }, () => NUL));
    expect(errors).toHaveLength(100);
  });

  it('accepts every other text', () => {
    const text = fc.string({ unit: 'binary' }).filter((one) => !one.includes(NUL));
    fc.assert(
      fc.property(text, (note) => {
        expect(parseWire(schema, { note })).toEqual({ success: true, data: { note } });
      }),
    );
  });
});

describe('toStorable', () => {
  it('removes all text that breaks the rule, and changes nothing else', () => {
    const unit = fc.constantFrom(NUL, LONE, '\udc00', 'a', '😀');
    const value = fc.jsonValue({ stringUnit: 'binary' });
    fc.assert(
      fc.property(value, fc.string({ unit }), (json, text) => {
        expect(findBadText(toStorable({ json, [text]: text }))).toEqual([]);
        if (findBadText(json).length === 0) expect(toStorable(json)).toEqual(json);
      }),
    );
  });
});

describe('a missing value', () => {
  const Body = z.object({
    name: z.string(),
    kind: z.enum(['a', 'b']),
    inner: z.object({ purpose: z.literal('x') }),
    list: z.array(z.object({ id: z.number() })),
  });

  it('is named as required, whatever its type', () => {
    expect(parseWire(Body, { inner: {}, list: [{}] })).toEqual({
      success: false,
      errors: [
        { pointer: '/name', detail: '`name` is required' },
        { pointer: '/kind', detail: '`kind` is required' },
        { pointer: '/inner/purpose', detail: '`purpose` is required' },
        { pointer: '/list/0/id', detail: '`id` is required' },
      ],
    });
    expect(parseWire(Body, undefined)).toMatchObject({ errors: [{ pointer: '', detail: 'a JSON body is required' }] });
  });

  it('is distinguished from a wrong one', () => {
    expect(parseWire(z.object({ name: z.string() }), { name: 7 })).toMatchObject({
      errors: [{ detail: 'Invalid input: expected string, received number' }],
    });
  });
});
