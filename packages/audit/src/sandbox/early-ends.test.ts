import { describe, expect, it } from 'vitest';
import { withoutEarlyEnds } from './early-ends.ts';

describe('a script that ends on a machine it does not like', () => {
  it.each([
    ['[ -S /run/dbus/system_bus_socket ] || exit 0\ncurl a', '[ -S /run/dbus/system_bus_socket ] || :\ncurl a'],
    ['if [ "$(nproc)" -lt 2 ]; then exit 1; fi\ncurl a', 'if [ "$(nproc)" -lt 2 ]; then :; fi\ncurl a'],
    ['if [ -z "$DISPLAY" ]; then\n  exit\nfi\ncurl a', 'if [ -z "$DISPLAY" ]; then\n  :\nfi\ncurl a'],
    ['quit() { return 3; }\nuname | grep -q x || quit', 'quit() { :; }\nuname | grep -q x || quit'],
  ])('goes on: %s', (code, onward) => {
    expect(withoutEarlyEnds(code)).toBe(onward);
  });

  it.each([
    ['it asks nothing about the machine', '[ -f log.md ] || exit 1\ncat log.md'],
    ['it ends where it was meant to end', 'uname -a\nexit 0\n__DATA__\nnot a command'],
  ])('is run as it is when %s', (_why, code) => {
    expect(withoutEarlyEnds(code)).toBeUndefined();
  });
});
