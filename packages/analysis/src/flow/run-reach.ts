import type { CommandValue, Fact, Reach, Span } from '../types/index.ts';
import { moduleFiles } from './reach.ts';

type RanInput = {
  readonly facts: readonly Fact[];
  /** From a file to the files that it runs, as far as the analysers know. */
  readonly edges: ReadonlyMap<string, ReadonlySet<string>>;
  readonly paths: readonly string[];
  readonly reachOf: (path: string) => Reach;
  readonly isLive: (span: Span) => boolean;
};

/** Finds the files that reachable files run, directly or through other files, whatever their names and folders. */
export function findRan(input: RanInput): ReadonlySet<string> {
  const edges = new Map([...input.edges].map(([from, to]) => [from, new Set(to)] as const));
  for (const fact of input.facts) {
    if (fact.kind !== 'command') continue;
    const found = modulesOf(fact.value, input.paths);
    if (found.length === 0 || !input.isLive(fact.span)) continue;
    const known = edges.get(fact.file) ?? new Set<string>();
    edges.set(fact.file, known);
    for (const path of found) known.add(path);
  }
  const ran = new Set<string>();
  const queue = [...edges.keys()].filter((path) => input.reachOf(path) !== 'none');
  for (let at = 0; at < queue.length; at += 1)
    for (const path of edges.get(queue[at] ?? '') ?? [])
      if (!ran.has(path)) {
        ran.add(path);
        queue.push(path);
      }
  return ran;
}

/** `python -m tests.helpers` runs the module and the `__init__.py` of every enclosing package. */
function modulesOf({ program, args }: CommandValue, paths: readonly string[]): string[] {
  const at = args.indexOf('-m');
  const name = at < 0 ? '' : (args[at + 1] ?? '');
  if (!/^(?:python|pypy|uv|poetry|pipenv)[\d.]*$/.test(program) || !/^[\p{L}\p{N}_.]+$/u.test(name)) return [];
  const files = moduleFiles(name);
  return paths.filter((path) => files.some((file) => path === file || path.endsWith(`/${file}`)));
}
