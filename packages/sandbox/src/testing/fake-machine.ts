import { buildPlan, type UnitLanguage } from '@assay/analysis/runs/plan';
import { createMachine } from '../node/machine.ts';
import { BASE } from '../world/variants.ts';
import { createWorld } from '../world/world.ts';

/** Runs one piece of code in a new fake machine and returns its acts, output and gaps. */
export async function act(language: UnitLanguage, code: string, args: string[] = []) {
  const world = createWorld(buildPlan({ digest: 'd', units: [], files: [] }), BASE);
  const recorder = world.begin('u');
  const machine = createMachine(world);
  const call = { code, path: `${world.places.work}/u`, args };
  const { stdout } = await (language === 'bash' ? machine.shell(call) : machine.script(call));
  const acts = recorder.acts().map(({ kind, target, data }) => [kind, target, data.join(' ')].join(' | '));
  return { acts, gaps: recorder.gaps(), stdout };
}
