import { describe, expect, it } from 'vitest';
import { isInertPickle } from './pickle.ts';

describe('a pickle', () => {
  it.each([
    ['numbers by name, as text', "(dp0\nS'bias'\np1\nF-1.2\nsS'rate'\np2\nF0.31\ns.\n"],
    ['a list of small numbers, as bytes', '\x80\x04\x95\x0b\0\0\0\0\0\0\0]\x94(K\x01K\x02K\x03e.'],
    ['a short text', '\x80\x04\x95\x09\0\0\0\0\0\0\0\x8c\x05notes\x94.'],
  ])('of %s brings nothing to life', (_name, bytes) => {
    expect(isInertPickle(bytes)).toBe(true);
  });

  it.each([
    ['a function by its name', "cos\nsystem\n(S'ls'\ntR."],
    ['a function off the stack', '\x80\x04\x8c\x05posix\x94\x8c\x06system\x94\x93\x94\x8c\x02ls\x94\x85\x94R\x94.'],
    ['an object of a class', "(ios\nsystem\nS'ls'\n."],
    ['more behind its end', '(dp0\n.cos\nsystem\n'],
    ['no end', '(dp0\n'],
    ['a length past its end', '\x8c\xffab.'],
    ['nothing', ''],
  ])('with %s is not plain data', (_name, bytes) => {
    expect(isInertPickle(bytes)).toBe(false);
  });
});
