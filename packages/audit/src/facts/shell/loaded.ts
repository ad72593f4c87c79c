import type { UrlValue } from '../../model.ts';
import { own } from '../../own.ts';
import { toUrlValue } from '../../ruleset/origins/origin.ts';
import type { Execution } from './session.ts';

export type Loaded = { readonly path: string; readonly language: Execution['lang'] };

const NODE_LOADS = /(?:--require|-r|--import|--loader|--experimental-loader)[= ]+["']?([^\s"']+)/g;
const SHORT_LOADS = /-r\s*["']?([./][^\s"']+)/g;

const PERL_LOADS = /-[mM]([\w:]+)/g;

type Loader = { readonly language: Execution['lang']; readonly paths: (value: string) => string[] };

const whole = (value: string): string[] => (value === '' ? [] : [value]);
const listed = (value: string): string[] => value.split(/[:\s]+/).filter((path) => path !== '');
const captured =
  (shape: RegExp) =>
  (value: string): string[] =>
    [...value.matchAll(shape)].map((match) => match[1] ?? '');

/** Variables by which an interpreter is made to read another file before the one it was given. */
const LOADERS: Readonly<Record<string, Loader>> = {
  BASH_ENV: { language: 'shell', paths: whole },
  ENV: { language: 'shell', paths: whole },
  ZDOTDIR: { language: 'shell', paths: (folder) => [`${folder}/.zshenv`, `${folder}/.zshrc`] },
  PYTHONSTARTUP: { language: 'python', paths: whole },
  NODE_OPTIONS: { language: 'javascript', paths: captured(NODE_LOADS) },
  BUN_OPTIONS: { language: 'javascript', paths: captured(NODE_LOADS) },
  RUBYOPT: { language: 'ruby', paths: (value) => captured(SHORT_LOADS)(value).flatMap((path) => [path, `${path}.rb`]) },
  PERL5OPT: {
    language: 'perl',
    paths: (value) => captured(PERL_LOADS)(value).map((name) => `**/${name.replaceAll('::', '/')}.pm`),
  },
  LD_PRELOAD: { language: 'unknown', paths: listed },
  LD_AUDIT: { language: 'unknown', paths: listed },
  DYLD_INSERT_LIBRARIES: { language: 'unknown', paths: listed },
};

/** What setting this variable makes the next program load. */
export function loadedBy(name: string, value: string): Loaded[] {
  const loader = own(LOADERS, name);
  return loader === undefined ? [] : loader.paths(value).map((path) => ({ path, language: loader.language }));
}

/** Variables that say where packages come from. */
const INDEX_VARIABLES =
  /^(?:PIP_(?:EXTRA_)?INDEX_URL|UV_(?:EXTRA_)?(?:DEFAULT_)?INDEX(?:_URL)?|NPM_CONFIG_REGISTRY|YARN_(?:NPM_REGISTRY_SERVER|REGISTRY)|GOPROXY|CARGO_REGISTRIES_\w+_INDEX|GEM_SOURCE|BUNDLE_MIRROR\w*)$/i;

/** The address a variable of that name leads to; `undefined` for any other. */
export const indexOf = (name: string, value: string): UrlValue | undefined =>
  INDEX_VARIABLES.test(name) ? toUrlValue(value.split(',')[0] ?? '') : undefined;

/** The same in the words of a command: `export BASH_ENV=…`, `env NODE_OPTIONS=…`, `ENV PYTHONSTARTUP …`. */
export function loadedByWords(words: readonly string[]): Loaded[] {
  return words.flatMap((word, index) => {
    const match = /^([A-Z][A-Z0-9_]{2,30})(?:=(.*))?$/s.exec(word);
    if (match === null) return [];
    return loadedBy(match[1] ?? '', match[2] ?? words[index + 1] ?? '');
  });
}
