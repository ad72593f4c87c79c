import { setTimeout as wait } from 'node:timers/promises';
import { findImage, makeImage } from '../node/image/image.ts';
import { preparePython } from '../node/python/start.ts';

/** More than a build takes on any machine. After that, tests run without an image. */
const IMAGE_MS_MAX = 180_000;
const LOOK_MS = 50;

/**
 * Prepares the memory images once per installation. A build during the tests has low priority and takes very long,
 * while sandboxes without an image cost six times as much. vitest calls this function.
 */
export async function setup(): Promise<void> {
  await Promise.all([preparePython(), imageIsThere()]);
}

async function imageIsThere(): Promise<void> {
  const endAtMs = performance.now() + IMAGE_MS_MAX;
  makeImage();
  while (findImage() === undefined && performance.now() < endAtMs) await wait(LOOK_MS);
}
