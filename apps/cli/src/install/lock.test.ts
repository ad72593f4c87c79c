import { describe, expect, it } from 'vitest';
import { createFolder } from '../testing/skill-folder.ts';
import { EMPTY_LOCK, type Lock, parseLock, requireUnchanged, toLockText, writeLock } from './lock.ts';

const DIGEST = 'a'.repeat(64);
const LOCK: Lock = {
  ...EMPTY_LOCK,
  skills: {
    minutes: {
      source: 'https://github.com/acme/notes',
      path: 'skills/minutes',
      commit: '1'.repeat(40),
      bundleSha256: DIGEST,
      treeSha256: 'b'.repeat(64),
      certificateId: '2'.repeat(24),
      payloadHash: `0x${'3'.repeat(64)}`,
      service: 'https://assay.example',
      readBy: 'MODEL',
      hosts: ['claude-code'],
    },
  },
  trusted: { [DIGEST]: { name: 'own', reason: 'says "name": twice, \\', by: 'someone', until: '2099-01-01' } },
};
const TEXT = toLockText(LOCK);

describe('a lock', () => {
  it.each([
    ['as written', TEXT],
    ['with the line endings of Windows', TEXT.replaceAll('\n', '\r\n')],
    ['on one line', JSON.stringify(LOCK)],
  ])('is read %s', (_, text) => {
    expect(parseLock(text, 'assay.lock')).toEqual(LOCK);
  });

  it.each([
    ['a skill', TEXT.replace('"skills": {', `"skills": { "minutes": ${JSON.stringify(LOCK.skills.minutes)},`)],
    ['a digest', TEXT.replace('"bundleSha256"', `"bundleSha256": "${'c'.repeat(64)}", "bundleSha256"`)],
    ['an escaped digest', TEXT.replace('"bundleSha256"', `"bundleSha25\\u0036": "${'c'.repeat(64)}", "bundleSha256"`)],
    ['all approvals', TEXT.replace('"trusted"', '"trusted": {}, "trusted"')],
  ])('with %s twice is refused', (_, text) => {
    expect(() => JSON.parse(text)).not.toThrow();
    expect(() => parseLock(text, 'assay.lock')).toThrow('the same key twice');
  });

  it('with the marks of an unresolved merge is refused', () => {
    const text = TEXT.replace('"imports"', '<<<<<<< HEAD\n  "imports"');
    expect(() => parseLock(text, 'assay.lock')).toThrow('not JSON');
  });

  it('that another command has changed in the meantime is not replaced', () => {
    using folder = createFolder({});
    expect(() => requireUnchanged(folder.path, EMPTY_LOCK)).not.toThrow();
    writeLock(folder.path, LOCK);
    expect(() => requireUnchanged(folder.path, LOCK)).not.toThrow();
    expect(() => requireUnchanged(folder.path, EMPTY_LOCK)).toThrow('changed while this command ran');
    // An approval was removed.
    writeLock(folder.path, { ...LOCK, trusted: {} });
    expect(() => requireUnchanged(folder.path, LOCK)).toThrow('changed while this command ran');
  });
});
