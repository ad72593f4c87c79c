/**
 * `node scripts/meridian.ts`: warms the default world up and writes the snapshot that a first start loads. Run it after a
 * change of kernel version, rules or names, then put the printed hash into the test beside the kernel.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createMeridian, KERNEL_VERSION, save, stateHash, warmUp } from '@assay/economy/world';

const SIZE_MAX = 1_500_000;
const FILE = fileURLToPath(
  new URL(`../packages/economy/artifacts/meridian-${KERNEL_VERSION}.world.gz`, import.meta.url),
);

const world = createMeridian();
warmUp(world);
const bytes = gzipSync(save(world), { level: 9 });
if (bytes.length > SIZE_MAX)
  throw new RangeError(`The snapshot has ${bytes.length} bytes, at most ${SIZE_MAX} are committed.`);
writeFileSync(FILE, bytes);
console.log(`${FILE}\n${bytes.length} bytes, tick ${world.tick}\nstate ${stateHash(world)}`);
