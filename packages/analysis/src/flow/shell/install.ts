import { toUrlValue } from '../../models/origins/origin.ts';
import type { DependencyValue, Span, Unit, UrlValue } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';

type Ecosystem = DependencyValue['ecosystem'];

/** Commands that fetch packages, with their ecosystem. Runners start the fetched package at once. */
const INSTALLERS: readonly {
  readonly shape: RegExp;
  readonly ecosystem: Ecosystem;
  readonly via: 'install' | 'runner';
}[] = [
  {
    shape:
      /^(?:python3? -m )?pip3? install\b|^uv (?:pip install|add|tool install)\b|^pipx install\b|^poetry add\b|^pdm add\b/,
    ecosystem: 'pypi',
    via: 'install',
  },
  { shape: /^uvx\b|^pipx run\b|^uv (?:tool run|run --with)\b/, ecosystem: 'pypi', via: 'runner' },
  {
    shape: /^npm (?:i|install|add|ci)\b|^yarn (?:global )?add\b|^pnpm (?:add|i|install)\b|^bun (?:add|i|install)\b/,
    ecosystem: 'npm',
    via: 'install',
  },
  {
    shape: /^npx\b|^npm (?:exec|x|create|init)\b|^pnpm dlx\b|^yarn dlx\b|^bunx\b|^pnpx\b/,
    ecosystem: 'npm',
    via: 'runner',
  },
  { shape: /^gem install\b/, ecosystem: 'gem', via: 'install' },
  { shape: /^cargo (?:install|add)\b/, ecosystem: 'cargo', via: 'install' },
  { shape: /^go (?:install|get)\b/, ecosystem: 'go', via: 'install' },
  { shape: /^go run \S+\.\S+\//, ecosystem: 'go', via: 'runner' },
  { shape: /^brew (?:install|tap)\b/, ecosystem: 'brew', via: 'install' },
  {
    shape:
      /^(?:apt|apt-get|yum|dnf|apk|pacman|zypper|choco|winget|scoop|port|snap|flatpak) (?:-\S+ )*(?:install|add|-S\w*)\b/,
    ecosystem: 'apt',
    via: 'install',
  },
  { shape: /^(?:docker|podman) (?:run|pull|create)\b/, ecosystem: 'docker', via: 'runner' },
];

const VALUED =
  /^(?:-r|--requirement|-c|--constraint|--registry|--prefix|-t|--target|--python|-i|--index-url|--extra-index-url|-f|--find-links|--cwd|-C|-p|--package|--from|--with|--version|-v|-e|--name|--network|-w|-u|--platform|--root|--tag|--proxy|--trusted-host|--timeout|--retries|--cert|--cache-dir|--prefer-binary|--log|--config|--userconfig|--omit|--loglevel)$/;

export function recordInstalls(
  program: string,
  args: readonly string[],
  unit: Unit,
  span: Span,
  analysis: Analysis,
): void {
  const line = [program, ...args].join(' ');
  const installer = INSTALLERS.find(({ shape }) => shape.test(line));
  if (installer === undefined) return;
  analysis.recorder.add('capability', { name: 'pkg.install' }, unit, span);
  const words = line.replace(installer.shape, '').trim().split(/\s+/).filter(Boolean);
  const named = namedPackages(words, installer.via === 'runner');
  // Words after the package are arguments of the package.
  const own =
    installer.via === 'runner' && named.length > 0 ? words.slice(0, words.indexOf(named[0] ?? '') + 1) : words;
  const index =
    own.find((_, at) => /^(?:-i|--index-url|--extra-index-url|--registry|-f|--find-links)$/.test(own[at - 1] ?? '')) ??
    /--(?:extra-)?index-url=(\S+)/.exec(own.join(' '))?.[1];
  const listed = named.length === 0 && index !== undefined ? toUrlValue(index) : undefined;
  if (listed !== undefined) recordIndex(analysis, unit, span, listed);
  for (const word of named) {
    const value = toDependency(installer.ecosystem, word, installer.via);
    recordFetched(value, unit, span, analysis);
    const fromIndex = index === undefined ? undefined : toUrlValue(index);
    analysis.recorder.add(
      'dependency',
      fromIndex === undefined ? value : { ...value, ...toIndex(fromIndex) },
      unit,
      span,
    );
  }
}

/** The packages that a command line fetches. */
export function fetchedBy(line: string): DependencyValue[] {
  const installer = INSTALLERS.find(({ shape }) => shape.test(line));
  if (installer === undefined) return [];
  const words = line.replace(installer.shape, '').trim().split(/\s+/).filter(Boolean);
  return namedPackages(words, installer.via === 'runner').map((word) =>
    toDependency(installer.ecosystem, word, installer.via),
  );
}

/** Records an index that applies to later installations. */
export function recordIndex(analysis: Analysis, unit: Unit, span: Span, url: UrlValue, spec = ''): void {
  analysis.recorder.add(
    'dependency',
    { ecosystem: 'other', name: '*', spec, pin: 'none', via: 'install', ...toIndex(url) },
    unit,
    span,
  );
}

const toIndex = (url: UrlValue): Pick<DependencyValue, 'source' | 'url'> => ({
  source: 'index',
  url,
});

/** Records the download of a package by URL, which is fetched and run without a registry. */
export function recordFetched({ url, source, pin }: DependencyValue, unit: Unit, span: Span, analysis: Analysis): void {
  if (url === null || url.host === '' || source !== 'url') return;
  analysis.recorder.add(
    'execution',
    {
      of: 'download',
      via: 'installer',
      from: url,
      isPinned: pin === 'digest',
      isElevated: false,
      steps: [span],
      payload: null,
    },
    unit,
    span,
  );
}

function namedPackages(words: readonly string[], isRunner: boolean): string[] {
  const named: string[] = [];
  let isFrom = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (/^(?:-e|--editable)$/.test(word)) named.push(toPath(words[++at] ?? ''));
    else if (/^(?:-p|--package|--from|--with)$/.test(word)) {
      named.push(words[++at] ?? '');
      isFrom = true;
    } else if (VALUED.test(word)) at += 1;
    else if (PROSE_WORD.test(word)) break;
    else if (!word.startsWith('-') && !/^[|&;<>]/.test(word)) {
      // `uvx --from package program`: the program comes with the package.
      if (!(isRunner && isFrom)) named.push(word);
      if (isRunner) break; // the rest are the program's own arguments
    } else if (/^[|&;<>]/.test(word)) break;
  }
  return named.map((word) => word.replace(/[.,;:!?)]+$/, '')).filter((word) => word !== '' && word.length < 300);
}

/** The word with which a sentence continues after the command. */
const PROSE_WORD = /^(?:\+|and|or|then|to|#.*)$|[^\x20-\x7e]/;

/** An editable installation takes a folder or a URL. */
const toPath = (word: string): string => (/[:/]/.test(word) || word === '' ? word : `./${word}`);

const EXACT = /^v?\d+(?:\.\d+){0,3}(?:[-+.][\w.]+)?$/;

function pinOf(spec: string): DependencyValue['pin'] {
  if (/sha256:|#[0-9a-f]{40}$|@[0-9a-f]{40}$/.test(spec)) return 'digest';
  if (EXACT.test(spec)) return 'exact';
  return spec === '' || spec === 'latest' || spec === '*' ? 'none' : 'range';
}

/** `name@1.2.3`, `name==1.2.3`, `git+https://…@ref`, `image:tag`. */
export function toDependency(ecosystem: Ecosystem, word: string, via: DependencyValue['via']): DependencyValue {
  const clean = word.replace(/^['"]|['"]$/g, '');
  const base = { ecosystem, via };
  if (/^(?:git\+|https?:|git:|ssh:|github:|gitlab:)|^git@|\.git(?:#|@|$)/.test(clean)) return fromAddress(base, clean);
  if (/^[./~]|^file:|^workspace:|^link:/.test(clean))
    return { ...base, name: clean, spec: clean, pin: 'none', source: 'path', url: null };
  const match =
    ecosystem === 'pypi'
      ? /^([A-Za-z0-9._-]+)(?:\[[^\]]{0,100}\])?\s*((?:[=~!<>]=?=?|@).*)?$/.exec(clean)
      : /^(@?[^@:\s]+(?:\/[^@:\s]+)?)(?:[@:](.+))?$/.exec(clean);
  const name = match?.[1] ?? clean;
  const spec = (match?.[2] ?? '').replace(/^(?:===?)\s*/, '');
  return { ...base, name, spec, pin: pinOf(spec), source: 'registry', url: null };
}

function fromAddress(base: Pick<DependencyValue, 'ecosystem' | 'via'>, text: string): DependencyValue {
  const address = text
    .replace(/^git\+/, '')
    .replace(/^github:/, 'https://github.com/')
    .replace(/^git@([^:]+):/, 'ssh://$1/');
  const isGit = /^git\+|\.git(?:#|@|$)|^git|^ssh|github:/.test(text);
  const ref = /[#@]([^/#@]+)$/.exec(address)?.[1] ?? '';
  return {
    ...base,
    name: text.slice(0, 200),
    spec: ref,
    pin: /^[0-9a-f]{40}$/.test(ref) || /#sha256=/.test(text) ? 'digest' : 'none',
    source: isGit ? 'git' : 'url',
    url: toUrlValue(address) ?? null,
  };
}
