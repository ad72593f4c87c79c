import { positionAt, toOriginal } from '@assay/analysis/bundle/decode/view';
import type { Collected } from '@assay/analysis/flow/collect';
import { inputDigest } from '@assay/analysis/result/seal';
import { foldSandbox } from '@assay/analysis/runs/fold';
import { notebookProgram } from '@assay/analysis/runs/notebook';
import { buildPlan, type ExerciseUnit, type UnitKind, type UnitLanguage } from '@assay/analysis/runs/plan';
import { type Deed, findDeeds } from '@assay/analysis/runs/proven-acts';
import { commandLines, startWords } from '@assay/analysis/runs/start-words';
import type { Bundle, BundleAbout, Options, Report, Span, Unit } from '@assay/analysis/types';

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

/** Stable and unique in the plan: the path of a script, or the path and line of any other unit. */
function idOf({ origin, file, span }: Unit): string {
  if (KINDS[origin] === 'script') return file;
  const original = toOriginal(span);
  return `${file}:${positionAt(original.view, original.start).line}`;
}

const DOCUMENT = /\.(?:md|mdx|markdown|rst|txt)$/i;

/** The parts of a bundle that can be run: scripts, fences under a directive, hooks, package scripts. */
function toExerciseUnits(collected: Collected): ExerciseUnit[] {
  const documents = [...collected.views].filter(([path]) => DOCUMENT.test(path));
  const lines = commandLines(documents.map(([path, { text }]) => ({ path, text })));
  return collected.units.flatMap((unit): ExerciseUnit[] => {
    const kind = KINDS[unit.origin];
    const isNotebook = kind === 'script' && unit.file.endsWith('.ipynb');
    const language = isNotebook ? 'python' : LANGUAGES[unit.lang];
    if (kind === undefined || language === undefined) return [];
    const { view, start, end } = unit.span;
    const original = toOriginal(unit.span);
    const { line } = positionAt(original.view, original.start);
    const id = idOf(unit);
    const { context } = collected.discourse.classify(unit.span);
    const isLive = context === 'directive' || context === 'executable' || context === 'hidden';
    if (kind === 'fence' && !isLive) return [];
    const text = view.text.slice(start, end);
    const program = { path: unit.file, language, code: isNotebook ? notebookProgram(text) : text };
    const [args = [], ...others] = kind === 'script' ? startWords(program, lines) : [];
    return [
      {
        ...program,
        id,
        kind,
        line,
        args,
        // Without arguments, the program may behave differently.
        ...(others.length + args.length > 0 ? { others: args.length > 0 ? [[], ...others] : others } : {}),
        reachable: unit.reach !== 'none',
      },
    ];
  });
}

/** A line without an effect: a blank line, a comment or an echo setting. */
const SILENT_LINE = /^[ \t]*(?:(?:#|\/\/|\/\*|\*|--|;|%|REM\b|@?echo off)[^\n]*)?$/i;

/** Offset of the first line with an effect, or of the first line if none has one. */
function firstDoing({ view, start, end }: Span): number {
  for (let at = start; at < end; ) {
    const stop = view.text.indexOf('\n', at);
    const lineEnd = stop === -1 ? end : Math.min(stop, end);
    if (!SILENT_LINE.test(view.text.slice(at, lineEnd))) return at;
    at = lineEnd + 1;
  }
  return start;
}

/** The place of each unit: its first line with an effect. An observed act happened, so a comment must not excuse it. */
function placesOf(collected: Collected): ReadonlyMap<string, { readonly unit: Unit; readonly span: Span }> {
  return new Map(
    collected.units.map((unit) => {
      const { view, end } = unit.span;
      const start = firstDoing(unit.span);
      const lineEnd = view.text.indexOf('\n', start);
      const span = { view, start, end: lineEnd === -1 ? end : Math.min(lineEnd, end) };
      return [idOf(unit), { unit, span }];
    }),
  );
}

type Places = ReturnType<typeof placesOf>;

/** Records observed acts as facts. Rules decide what they mean. */
function recordDeeds(collected: Collected, places: Places, deeds: readonly Deed[]): void {
  for (const { deed, observation } of deeds) {
    const place = places.get(observation.unit);
    if (place === undefined) continue;
    const what = observation.data.filter((tag) => tag.startsWith('canary:') || tag === 'bulk-env').join(', ');
    collected.recorder.add('deed', { deed, target: observation.target, what }, place.unit, place.span);
  }
}

type Exercised = { readonly report: Report['sandbox']; readonly units: readonly ExerciseUnit[] };

/** Runs the units if there is a sandbox, and records their acts. A run without acts lowers no severity. */
export async function exerciseBundle(
  bundle: Bundle,
  collected: Collected,
  about: BundleAbout,
  port: Options['sandbox'],
  /** Files whose code is only shown and never run. */
  shown: ReadonlySet<string> = new Set(),
): Promise<Exercised> {
  const units = toExerciseUnits(collected).filter(({ path }) => !shown.has(path));
  const { declaredHosts } = about;
  if (port === undefined) return { report: foldSandbox({ units, declaredHosts }), units };
  const files = bundle.files.map(({ path, bytes }) => ({ path, bytes }));
  const plan = buildPlan({ digest: inputDigest(bundle), units, files });
  const run = await port.run(plan);
  const places = placesOf(collected);
  recordDeeds(collected, places, findDeeds({ units, declaredHosts, run }));
  collected.readMade(
    run.made.flatMap(({ unit, made }) => {
      const place = places.get(unit);
      return place === undefined ? [] : [{ ...place, made }];
    }),
  );
  return { report: foldSandbox({ units, declaredHosts, run }), units };
}
