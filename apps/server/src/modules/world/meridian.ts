/** The default world: fifteen simulated years old, and equal in every deployment. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { load, MERIDIAN, MERIDIAN_VALIDATORS } from '@assay/economy/world';
import type { Genesis } from './writer.service.ts';

export const meridian: Genesis = {
  name: MERIDIAN.name,
  open: () => load(gunzipSync(readFileSync(fileURLToPath(import.meta.resolve('@assay/economy/meridian'))))),
  purses: MERIDIAN_VALIDATORS.map(({ actorId }) => actorId),
};
