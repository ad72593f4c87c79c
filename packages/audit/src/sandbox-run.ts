import { positionAt, toOriginal } from './decode/view.ts';
import type { Collected } from './facts/collect.ts';
import type { Bundle, BundleAbout, Options, Report, Unit } from './model.ts';
import { inputDigest } from './report/seal.ts';
import { foldSandbox } from './sandbox/fold.ts';
import { buildPlan, type ExerciseUnit, type UnitKind, type UnitLanguage } from './sandbox/plan.ts';

const LANGUAGES: Partial<Record<Unit['lang'], UnitLanguage>> = {
  shell: 'bash',
  python: 'python',
  javascript: 'javascript',
  typescript: 'typescript',
  powershell: 'other',
  ruby: 'other',
  php: 'other',
  perl: 'other',
};

const KINDS: Partial<Record<Unit['origin'], UnitKind>> = {
  file: 'script',
  fence: 'fence',
  hook: 'hook',
  'package-script': 'package-script',
};

/** What of a bundle somebody could run: scripts, fences under a directive, hooks, package scripts. */
export function toExerciseUnits(collected: Collected): ExerciseUnit[] {
  return collected.units.flatMap((unit): ExerciseUnit[] => {
    const kind = KINDS[unit.origin];
    const language = LANGUAGES[unit.lang];
    if (kind === undefined || language === undefined) return [];
    const { view, start, end } = unit.span;
    const original = toOriginal(unit.span);
    const { line } = positionAt(original.view, original.start);
    const { context } = collected.discourse.classify(unit.span);
    const isLive = context === 'directive' || context === 'executable' || context === 'hidden';
    if (kind === 'fence' && !isLive) return [];
    const id = kind === 'script' ? unit.file : `${unit.file}:${line}`;
    return [
      {
        id,
        kind,
        language,
        path: unit.file,
        line,
        code: view.text.slice(start, end),
        args: [],
        reachable: unit.reach !== 'none',
      },
    ];
  });
}

export type Exercised = { readonly report: Report['sandbox']; readonly units: readonly ExerciseUnit[] };

/** Runs what can be run, when a sandbox was handed in. A quiet run lowers nothing. */
export async function exerciseBundle(
  bundle: Bundle,
  collected: Collected,
  about: BundleAbout,
  port: Options['sandbox'],
): Promise<Exercised> {
  const units = toExerciseUnits(collected);
  const { declaredHosts } = about;
  if (port === undefined) return { report: foldSandbox({ units, declaredHosts }), units };
  const files = bundle.files.map(({ path, bytes }) => ({ path, bytes }));
  const plan = buildPlan({ digest: inputDigest(bundle), units, files });
  return { report: foldSandbox({ units, declaredHosts, run: await port.run(plan) }), units };
}
