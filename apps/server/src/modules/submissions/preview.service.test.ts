import { expect, it } from 'vitest';
import { createPreviews } from './preview.service.ts';
import type { SealedInputRow } from './submissions.store.ts';

type Audit = Parameters<typeof createPreviews>[0]['audit'];

const INPUT = {
  bundleId: 'b',
  inputSha256: 'i',
  productType: 'SKILL',
  entryPath: 'SKILL.md',
  manifest: { declaredEndpoints: [] },
  source: {},
} as unknown as SealedInputRow;
const CLEAN = { report: { findings: [], blocking: [] } } as unknown as Awaited<ReturnType<Audit>>;
const LONG_MS = 60_000;
const previewsOf = (audit: Audit, limits: { readonly startMs: number; readonly waitMs: number }) =>
  createPreviews({ bundles: { load: async () => [] }, audit, ...limits });

it.each([
  ['works for other callers', { isStarted: false, startMs: 1, waitMs: LONG_MS }],
  ['runs this preview', { isStarted: true, startMs: LONG_MS, waitMs: 1 }],
])(
  'answers without a preview while the engine %s, and with one when called again',
  async (_, { isStarted, ...limits }) => {
    const engine = Promise.withResolvers<typeof CLEAN>();
    let looks = 0;
    const { preview } = previewsOf((_bundle, onStart) => {
      looks += 1;
      if (isStarted) onStart();
      return engine.promise;
    }, limits);

    const late = await preview(INPUT);
    engine.resolve(CLEAN);
    await engine.promise;
    const inTime = await preview(INPUT);

    expect(late).toEqual({ wouldBlock: null, blockingFindings: [] });
    expect(inTime).toEqual({ wouldBlock: false, blockingFindings: [] });
    expect(looks).toBe(1);
  },
);

it('runs the engine again after a failure', async () => {
  let looks = 0;
  const { preview } = previewsOf(
    async () => {
      looks += 1;
      if (looks === 1) throw new Error('The engine failed.');
      return CLEAN;
    },
    { startMs: LONG_MS, waitMs: LONG_MS },
  );

  expect(await preview(INPUT)).toEqual({ wouldBlock: null, blockingFindings: [] });
  expect(await preview(INPUT)).toEqual({ wouldBlock: false, blockingFindings: [] });
});

it('reuses the report of a validation of the same input', async () => {
  const { preview, remember } = previewsOf(() => Promise.reject(new Error('The engine is not asked.')), {
    startMs: LONG_MS,
    waitMs: LONG_MS,
  });

  remember(INPUT, CLEAN.report);

  expect(await preview(INPUT)).toEqual({ wouldBlock: false, blockingFindings: [] });
});
