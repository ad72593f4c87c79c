import { setTimeout as wait } from 'node:timers/promises';
import { findImage, makeImage } from '../node/image/image.ts';
import { preparePython } from '../node/python/start.ts';

/** Longer than any machine takes; whoever has none by then runs without. */
const IMAGE_MS_MAX = 180_000;
const LOOK_MS = 50;

/**
 * The memory images that sandboxes start from, once for each installation. Made beside tests that need the processor themselves,
 * the one gives way to all of them, and hundreds of sandboxes cost six times as much meanwhile. Called by vitest.
 */
export async function setup(): Promise<void> {
  await Promise.all([preparePython(), imageIsThere()]);
}

async function imageIsThere(): Promise<void> {
  const endAtMs = performance.now() + IMAGE_MS_MAX;
  makeImage();
  while (findImage() === undefined && performance.now() < endAtMs) await wait(LOOK_MS);
}
