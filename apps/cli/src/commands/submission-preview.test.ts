import { expect, it } from 'vitest';
import { previewSubmission } from './submission-preview.ts';

it('a failure of the engine on this machine is reported without the advice to submit a local checkout', async () => {
  const engine = { review: () => Promise.reject(new Error('out of memory')), close: () => undefined };
  const submission = { body: {}, files: [], productType: 'SKILL' } as const;

  const { lines } = await previewSubmission(submission, {} as never, { openEngine: async () => engine });

  expect(lines).toEqual(['no pre-check (out of memory)']);
});
