import { isHostileFolder } from '../models/paths/sample-folders.ts';
import type { CommandValue, Fact, Reach, Span } from '../types/index.ts';
import { hasGlob } from './glob.ts';
import { moduleFiles } from './reach.ts';

type RanInput = {
  readonly facts: readonly Fact[];
  /** From a file to what it runs, as far as the analysers could tell. */
  readonly edges: ReadonlyMap<string, ReadonlySet<string>>;
  readonly paths: readonly string[];
  readonly reachOf: (path: string) => Reach;
  readonly expand: (name: string, from: string) => readonly string[];
  readonly isLive: (span: Span) => boolean;
};

/** Files that something reached runs, whatever their names and folders are called; then what those run in turn. */
export function findRan(input: RanInput): ReadonlySet<string> {
  const edges = new Map([...input.edges].map(([from, to]) => [from, new Set(to)] as const));
  const tests = RUNNERS.map(([, shape]) => input.paths.filter((path) => shape.test(path) && !isHostileFolder(path)));
  const feeding = new Map<string, readonly string[]>();
  for (const fact of input.facts) {
    if (fact.kind !== 'command') continue;
    const found = [
      ...discovered(fact.value, tests),
      ...modulesOf(fact.value, input.paths),
      ...fed(fact, input, feeding),
    ];
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

/** Runners of tests, and the files that each of them looks for by itself. */
const RUNNERS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /(?:^|\s)(?:pytest|py\.test|unittest|nose2?|nosetests|tox|nox|doctest|trial)(?:\s|$)/,
    /(?:^|\/)(?:test_[^/]*|[^/]*_test|tests?|conftest)\.py$|(?:^|\/)tests?\/(?:.*\/)?__init__\.py$/,
  ],
  [
    /(?:^|\s)(?:--test|jest|vitest|mocha|ava|jasmine|tap|playwright|cypress|karma|(?:npm|pnpm|yarn|bun|deno) (?:run )?(?:t|tst|test\S*))(?:\s|$)/,
    /[._-](?:test|spec|cy)\.[cm]?[jt]sx?$|(?:^|\/)test(?:-[^/]*)?\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|tests?|spec|e2e|cypress)\/.*\.[cm]?[jt]sx?$/,
  ],
  [/(?:^|\s)(?:go (?:test|vet|generate)|gotestsum|ginkgo)(?:\s|$)/, /_test\.go$/],
  [/(?:^|\s)cargo (?:test|nextest|bench)(?:\s|$)/, /(?:^|\/)(?:tests|benches|src)\/.*\.rs$/],
  [
    /(?:^|\s)(?:rspec|rake|minitest)(?:\s|$)/,
    /_(?:spec|test)\.rb$|(?:^|\/)(?:test_[^/]*|spec_helper|test_helper)\.rb$/,
  ],
  [/(?:^|\s)(?:\S*\/)?(?:phpunit|pest)(?:\s|$)/, /(?:Test\.php|(?:^|\/)tests\/.*\.php)$/],
  [/(?:^|\s)bats(?:\s|$)/, /\.(?:bats|bash)$/],
  [/(?:^|\s)prove(?:\s|$)/, /\.t$/],
];

const wordsOf = ({ program, args }: CommandValue): string => [program, ...args].join(' ').slice(0, COMMAND_CHARS_MAX);
const COMMAND_CHARS_MAX = 2_000;

const discovered = (command: CommandValue, tests: readonly (readonly string[])[]): string[] => {
  const words = wordsOf(command);
  return RUNNERS.flatMap(([runner], index) => (runner.test(words) ? (tests[index] ?? []) : []));
};

/** `python -m tests.helpers` runs a file, and with it the packages that the file lies in. */
function modulesOf({ program, args }: CommandValue, paths: readonly string[]): string[] {
  const at = args.indexOf('-m');
  const name = at < 0 ? '' : (args[at + 1] ?? '');
  if (!/^(?:python|pypy|uv|poetry|pipenv)[\d.]*$/.test(program) || !/^[\p{L}\p{N}_.]+$/u.test(name)) return [];
  const files = moduleFiles(name);
  return paths.filter((path) => files.some((file) => path === file || path.endsWith(`/${file}`)));
}

/** Lines on which whatever lies in a folder is handed to an interpreter. */
const FEEDS =
  /-(?:exec|ok)(?:dir)?\s+(?:\S*\/)?(?:(?:ba|z|da|k)?sh|python[\d.]*|node|perl|ruby|php|env|source|\{\})(?=\s|$)|\b(?:xargs|parallel)\b.*?(?:\s|\/)(?:(?:ba|z|da|k)?sh|python[\d.]*|node|perl|ruby|php)(?=\s|$)|\|\s*(?:sudo\s+)?(?:\S*\/)?(?:(?:ba|z|da|k)?sh(?!\s+-c)|(?:python[\d.]*|node|perl|ruby|php)(?=\s*-?\s*(?:$|[;&|)\n])))(?=[\s;&|)]|$)/;
const MAY_FEED = /\s-(?:exec|ok)|\b(?:xargs|parallel)\b|\|\s*\S*sh\b/;
const LINE_CHARS_MAX = 2_000;

const FEEDING_LINES_MAX = 200;

/** Every line is looked at once; past so many of them nobody counts what they run. */
function fed({ span, file }: Fact, input: RanInput, known: Map<string, readonly string[]>): readonly string[] {
  const { text, id } = span.view;
  const start = text.lastIndexOf('\n', span.start - 1) + 1;
  const key = `${id} ${start}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const end = text.indexOf('\n', span.end);
  const whole = text.slice(start, end < 0 ? text.length : end);
  const line = whole.slice(0, LINE_CHARS_MAX);
  // Behind what is looked at word by word anything may be meant.
  const isCut = whole.length > LINE_CHARS_MAX && MAY_FEED.test(whole);
  if (!isCut && !FEEDS.test(line)) return [];
  const found = !isCut && known.size < FEEDING_LINES_MAX ? namedOn(line, file, input) : input.paths;
  known.set(key, found);
  return found;
}

function namedOn(line: string, file: string, { paths, expand }: RanInput): string[] {
  const words = line.split(/[\s"'`;|&()<>]+/).filter((word) => word !== '' && !word.startsWith('-'));
  return words.flatMap((word) => {
    if (hasGlob(word)) return [...expand(word, file)];
    const folder = word.replace(/^\.\//, '').replace(/\/+$/, '');
    return folder === '.' ? [...paths] : paths.filter((path) => path === folder || path.startsWith(`${folder}/`));
  });
}
