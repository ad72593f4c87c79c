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
const previewsOf = (audit: Audit, waitMs: number) =>
  createPreviews({ bundles: { load: async () => [] }, audit, waitMs });

it('answers without a preview while the engine is busy, and with one when called again', async () => {
  const engine = Promise.withResolvers<typeof CLEAN>();
  let looks = 0;
  const { preview } = previewsOf(() => {
    looks += 1;
    return engine.promise;
  }, 1);

  const late = await preview(INPUT);
  engine.resolve(CLEAN);
  await engine.promise;
  const inTime = await preview(INPUT);

  expect(late).toEqual({ wouldBlock: null, blockingFindings: [] });
  expect(inTime).toEqual({ wouldBlock: false, blockingFindings: [] });
  expect(looks).toBe(1);
});

it('runs the engine again after a failure', async () => {
  let looks = 0;
  const { preview } = previewsOf(async () => {
    looks += 1;
    if (looks === 1) throw new Error('The engine failed.');
    return CLEAN;
  }, 60_000);

  expect(await preview(INPUT)).toEqual({ wouldBlock: null, blockingFindings: [] });
  expect(await preview(INPUT)).toEqual({ wouldBlock: false, blockingFindings: [] });
});

it('reuses the report of a validation of the same input', async () => {
  const { preview, remember } = previewsOf(() => Promise.reject(new Error('The engine is not asked.')), 60_000);

  remember(INPUT, CLEAN.report);

  expect(await preview(INPUT)).toEqual({ wouldBlock: false, blockingFindings: [] });
});
