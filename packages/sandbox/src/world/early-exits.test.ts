import type { Observation } from '@assay/analysis/runs/observation';
import { describe, expect, it } from 'vitest';
import { countedOnward, withoutEarlyEnds } from './early-exits.ts';

describe('a program that ends on a machine it does not like', () => {
  it.each([
    ['[ -S /run/dbus/system_bus_socket ] || exit 0\ncurl a', '[ -S /run/dbus/system_bus_socket ] || :\ncurl a'],
    ['[ -d ~/Documents ] || exit 0\ncurl a', '[ -d ~/Documents ] || :\ncurl a'],
    ['if [ "$(nproc)" -lt 2 ]; then exit 1; fi\ncurl a', 'if [ "$(nproc)" -lt 2 ]; then :; fi\ncurl a'],
    ['if [ -z "$DISPLAY" ]; then\n  exit\nfi\ncurl a', 'if [ -z "$DISPLAY" ]; then\n  :\nfi\ncurl a'],
    ['quit() { return 3; }\nuname | grep -q x || quit', 'quit() { :; }\nuname | grep -q x || quit'],
  ])('goes on: %s', (code, onward) => {
    expect(withoutEarlyEnds(code, 'bash')).toBe(onward);
  });

  it.each([
    ['if not isdir(a): raise SystemExit\nb()', 'if not isdir(a): pass\nb()'],
    ['if x:\n    sys.exit(1)\nb()', 'if x:\n    (lambda *_: None)(1)\nb()'],
    ['def main():\n    if x:\n        return\n    b()', 'def main():\n    if x:\n        pass\n    b()'],
  ])('goes on in Python: %s', (code, onward) => {
    expect(withoutEarlyEnds(code, 'python')).toBe(onward);
  });

  it.each([
    ['if (!a) process.exit();\nb();', 'if (!a) void 0;\nb();'],
    ['if (!a) process.exit(2)\nb();', 'if (!a) void (2)\nb();'],
    ['if (!a) return; else c();\nb();', 'if (!a) {} else c();\nb();'],
  ])('goes on in JavaScript: %s', (code, onward) => {
    expect(withoutEarlyEnds(code, 'javascript')).toBe(onward);
  });

  it('is run as it is when it ends where it was meant to end', () => {
    expect(withoutEarlyEnds('uname -a\nexit 0\n__DATA__\nnot a command', 'bash')).toBeUndefined();
  });

  it('is judged by theft alone, unless it asked about the machine', () => {
    const deleted: Observation = { unit: 'a', kind: 'delete', target: '/', data: [], step: 1, basis: 'run' };
    const sent: Observation = {
      ...deleted,
      kind: 'net',
      target: 'PUT https://collect.example/',
      data: ['canary:ssh-key'],
    };

    expect(countedOnward('[ -n "$1" ] || exit 1\nrm -r "$1/"', 'bash', [deleted])).toEqual([]);
    expect(countedOnward('[ -n "$1" ] || exit 1', 'bash', [deleted, sent])).toEqual([sent]);
    expect(countedOnward('[ "$(nproc)" -gt 1 ] || exit 1', 'bash', [deleted])).toEqual([deleted]);
  });
});
