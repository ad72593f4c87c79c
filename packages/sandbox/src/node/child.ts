import { installVirtualTime, removeWebGlobals } from './lock-down.ts';
import { installPlainOrder } from './plain-order.ts';
import { serve, warmUp } from './serve.ts';
import { WARM_FLAG } from './wire.ts';

/** Scripts are left out: few bundles contain any, and their engine takes as long to start as everything else together. */
const COMMON = [
  'echo a | cat | base64 | grep b; mkdir -p x; curl -s http://warm.example.invalid | head -1 > x/y; rm -rf x',
];

/** The disposable process when no image exists: it loads its engines, serves one plan and ends. */
async function main(): Promise<void> {
  const time = installVirtualTime();
  removeWebGlobals();
  installPlainOrder();
  const [{ exercise }, { loadEngines }] = await Promise.all([import('./exercise.ts'), import('./machine.ts')]);
  const engines = { exercise, time };
  await serve(engines, async () => {
    await loadEngines(process.argv);
    if (process.argv.includes(WARM_FLAG)) await warmUp(engines, COMMON);
  });
}

await main();
