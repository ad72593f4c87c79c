import { decideGuard } from '@assay/client';
import { buildPayload } from '@assay/protocol/testing';
import { expect, it } from 'vitest';
import { verificationOf } from './proofs.ts';

it('unread instructions have the same weight offline and online', () => {
  const payload = { ...buildPayload(), instructionsReadBy: 'NONE', securityLevel: 'CLEAR', sandboxRiskLevel: 'LOW' };
  const verification = verificationOf({ payload }, `0x${'1'.repeat(64)}`);
  expect(decideGuard(verification, { allowUpTo: 'CLEAR', askUpTo: 'CLEAR' }, 0).reasons).toContainEqual(
    expect.objectContaining({ code: 'level_above_policy' }),
  );
});
