import { describe, expect, it } from 'vitest';
import { requestIdOf } from './request-id.ts';

const NOW = Date.parse('2026-01-02T03:04:05.678Z');

describe('requestIdOf', () => {
  it('creates UUIDv7 values that contain the time and never repeat', () => {
    const ids = Array.from({ length: 5000 }, () => requestIdOf(undefined, NOW));

    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Number.parseInt((ids[0] ?? '').replaceAll('-', '').slice(0, 12), 16)).toBe(NOW);
  });

  it('keeps a well-formed client id and replaces any other', () => {
    expect(requestIdOf('client_id-1', NOW)).toBe('client_id-1');
    for (const bad of ['short', 'x'.repeat(65), 'with space 1', 'new\nline-1', ['a'.repeat(8)]]) {
      expect(requestIdOf(bad, NOW)).toMatch(/^[0-9a-f]{8}-/);
    }
  });
});
