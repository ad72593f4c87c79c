import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { checkInvariants } from '../invariants.ts';
import { load, stateHash } from '../serialise.ts';
import { KERNEL_VERSION } from '../state.ts';
import { step } from '../tick.ts';
import { view } from '../views/index.ts';
import { MERIDIAN_VALIDATORS } from './validators.ts';

/** `node scripts/meridian.ts` prints this hash. */
const STATE = 'b56f6d9c6aef96bf76755753b6c64667b3caef3dd44502680be1feac08b8e26f';
const FILE = fileURLToPath(new URL(`../../../artifacts/meridian-${KERNEL_VERSION}.world.gz`, import.meta.url));

it('the default world loads settled and valid, with its validators', () => {
  const w = load(gunzipSync(readFileSync(FILE)));

  expect(stateHash(w)).toBe(STATE);
  expect(checkInvariants(w)).toEqual([]);
  expect(view.cities(w).map(({ name }) => name)).toEqual([
    'Portmere',
    'Kilnworth',
    'Almsfield',
    'Castelune',
    'Stonehollow',
    'Lanternhill',
  ]);
  expect(w.rows.actor).toBe(2000);
  expect(MERIDIAN_VALIDATORS.map(({ actorId }) => view.actor(w, actorId)?.name)).toEqual(
    MERIDIAN_VALIDATORS.map(({ name }) => name),
  );
  expect(view.world(w).outside).toBe(13_000_000_000n);
  expect(() => step(w, [], { isChecked: true })).not.toThrow();
});
