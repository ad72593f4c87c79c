import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reviewed } from '@assay/audit/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeTrick, type Pick, pythonTrick, shellTrick, type Trick } from '../../../fixtures/interpreters/tricks.ts';
import { createViewIds } from '../../bundle/decode/view.ts';
import { readBundle } from '../../bundle/read-bundle.ts';
import { BundleUnits } from '../../flow/bundle-units.ts';
import { collectFacts } from '../../flow/collect.ts';
import { loadParserAssets } from '../../node/parser-assets.ts';
import { createDiscourse } from '../../prose/discourse/index.ts';
import { bundleOf } from '../../testing/bundle.builder.ts';
import type { Fact } from '../../types/index.ts';
import { createParsers, type Parsers } from '../code/parsers.ts';

const MARKER = 'marker7q';
const RUN_MS_MAX = 5_000;
/** Enough to cover every shape of the grammar; more runs would only repeat them. */
const RUNS = 24;

let parsers: Parsers;
let folder: string;
beforeAll(async () => {
  parsers = await createParsers(loadParserAssets());
  folder = mkdtempSync(join(tmpdir(), 'assay-tricks-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the file with only `PATH` in the environment. The file can only print. */
function printsMarker({ file, bytes, run: [program, ...args] }: Trick): boolean {
  writeFileSync(join(folder, file), bytes);
  const options = { cwd: folder, env: { PATH: '/usr/local/bin:/usr/bin:/bin' }, timeout: RUN_MS_MAX } as const;
  return spawnSync(program, args, options).stdout?.toString('latin1').includes(MARKER) ?? false;
}

const skillOf = ({ file, bytes, run }: Trick) => {
  const program = run[0].split('/').at(-1);
  const head = '---\nname: notes\ndescription: Keeps notes.\n---\n\n# Notes\n\n';
  return bundleOf({ 'SKILL.md': `${head}Run this:\n\n\`\`\`bash\n${program} ${file}\n\`\`\`\n`, [file]: bytes });
};

const says = (fact: Fact): boolean => {
  if (fact.kind === 'command') return [fact.value.program, ...fact.value.args].join(' ').includes(MARKER);
  return fact.kind === 'call' && fact.value.args.some((arg) => arg?.includes(MARKER));
};

/** Whether the engine finds a command or a call with the marker, in the file or in code embedded in it. */
function seesCall(trick: Trick): boolean {
  const bundle = skillOf(trick);
  const intake = readBundle(bundle);
  const units = new BundleUnits({ intake, ids: createViewIds() });
  const collected = collectFacts({
    units,
    discourse: createDiscourse(units.discourseInput()),
    parsers,
    recordProse: () => undefined,
  });
  return collected.recorder.facts.some(says);
}

const isInstalled = (program: string): boolean =>
  spawnSync(program, ['--version'], { timeout: RUN_MS_MAX }).error === undefined;

const FAMILIES = [
  { program: 'bash', make: shellTrick },
  { program: 'dash', make: shellTrick },
  { program: 'zsh', make: shellTrick },
  { program: 'python3', make: pythonTrick },
  { program: 'node', make: nodeTrick },
] as const;

describe('what an interpreter runs is seen or refused', () => {
  for (const { program, make } of FAMILIES) {
    if (!isInstalled(program)) {
      it(`${program} is not installed here, so nothing is said about it`, () => {
        expect(isInstalled(program)).toBe(false);
      });
      continue;
    }
    it(`by ${program}`, { timeout: 120_000 }, async () => {
      const tricks = fc.infiniteStream(fc.nat()).map((stream) => {
        const pick: Pick = (of) => of[(stream.next().value ?? 0) % of.length] ?? of[0];
        return make(MARKER, program, pick);
      });
      let ran = 0;
      await fc.assert(
        fc.asyncProperty(tricks, async (trick) => {
          if (!printsMarker(trick)) return;
          ran += 1;
          if (seesCall(trick)) return;
          expect({ trick: trick.name, reviewResult: (await reviewed(skillOf(trick))).reviewResult }).toMatchObject({
            reviewResult: 'UNSAFE',
          });
        }),
        { numRuns: RUNS, seed: 20_261_115 },
      );
      expect(ran).toBeGreaterThan(RUNS / 2);
    });
  }
});
