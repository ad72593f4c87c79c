import { describe, expect, it } from 'vitest';
import { drawBadge, toBadgeDocument } from './badge.ts';

describe('badges', () => {
  it('name a level only if there is something to warn of', () => {
    expect(toBadgeDocument({ kind: 'valid', securityLevel: 'CLEAR' }).message).toBe('certified');
    expect(toBadgeDocument({ kind: 'valid', securityLevel: 'MEDIUM' }).message).toBe('certified · medium');
  });

  it('are never green unless the certificate is valid and the instructions were read', () => {
    const green = toBadgeDocument({ kind: 'valid', securityLevel: 'CLEAR' }).color;
    const unread = toBadgeDocument({ kind: 'unread', securityLevel: 'LOW' });
    expect(unread.message).toBe('certified, unread · low');
    expect(unread.color).not.toBe(green);
    for (const kind of ['flagged', 'suspended', 'deprecated', 'unknown'] as const) {
      expect(toBadgeDocument({ kind }).color).not.toBe(green);
    }
  });

  it('state their status for screen readers', () => {
    expect(drawBadge({ kind: 'suspended' }, 'flat')).toContain('aria-label="assay: suspended"');
    expect(drawBadge({ kind: 'suspended' }, 'compact')).toContain('<title>assay: suspended</title>');
  });
});
