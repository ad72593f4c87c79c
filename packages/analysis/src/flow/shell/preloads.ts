import { own } from '../../own.ts';
import type { Execution } from './session.ts';

export type Loaded = {
  readonly path: string;
  readonly language: Execution['lang'];
  /** Set when the variable holds code instead of a file name. */
  readonly code?: string;
};

const NODE_LOADS = /(?:--require|-r|--import|--loader|--experimental-loader)[= ]+["']?([^\s"']+)/g;
const SHORT_LOADS = /-r\s*["']?([./][^\s"']+)/g;

const PERL_LOADS = /-[mM]([\w:]+)/g;

type Loader = {
  readonly language: Execution['lang'];
  readonly paths: (value: string) => string[];
  readonly code?: (value: string) => string | undefined;
};

const whole = (value: string): string[] => (value === '' ? [] : [value]);
const listed = (value: string): string[] => value.split(/[:\s]+/).filter((path) => path !== '');
const captured =
  (shape: RegExp) =>
  (value: string): string[] =>
    [...value.matchAll(shape)].map((match) => match[1] ?? '');

const JAVA: Loader = { language: 'unknown', paths: captured(/-(?:javaagent|agentpath):([^\s=,"']+)/g) };
/** `@file`, or the code itself. */
const LUA: Loader = {
  language: 'lua',
  paths: (value) => (value.startsWith('@') ? [value.slice(1)] : []),
  code: (value) => (value.startsWith('@') ? undefined : value),
};
const R: Loader = { language: 'unknown', paths: whole };
const CUSTOM = ['sitecustomize.py', 'usercustomize.py'];

/** Variables that make an interpreter load another file before the given one. */
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
  PERL5DB: { language: 'perl', paths: () => [], code: (value) => value },
  // Python loads files with these names from the path without an import.
  PYTHONPATH: {
    language: 'python',
    paths: (value) =>
      value.split(/[:;]/).flatMap((folder) => (folder === '' ? [] : CUSTOM.map((name) => `${folder}/${name}`))),
  },
  LUA_INIT: LUA,
  LUA_INIT_5_1: LUA,
  LUA_INIT_5_2: LUA,
  LUA_INIT_5_3: LUA,
  LUA_INIT_5_4: LUA,
  R_PROFILE: R,
  R_PROFILE_USER: R,
  JAVA_TOOL_OPTIONS: JAVA,
  JDK_JAVA_OPTIONS: JAVA,
  _JAVA_OPTIONS: JAVA,
  MAVEN_OPTS: JAVA,
  GRADLE_OPTS: JAVA,
  SBT_OPTS: JAVA,
  DOTNET_STARTUP_HOOKS: { language: 'unknown', paths: listed },
  CORECLR_PROFILER_PATH: { language: 'unknown', paths: whole },
  LD_PRELOAD: { language: 'unknown', paths: listed },
  LD_AUDIT: { language: 'unknown', paths: listed },
  DYLD_INSERT_LIBRARIES: { language: 'unknown', paths: listed },
};

/** The files or the code that the next program loads because of this variable. */
export function loadedBy(name: string, value: string): Loaded[] {
  const loader = own(LOADERS, name);
  if (loader === undefined) return [];
  const { language } = loader;
  const code = loader.code?.(value);
  return code === undefined ? loader.paths(value).map((path) => ({ path, language })) : [{ path: '', language, code }];
}

/** The same for the words of a command: `export BASH_ENV=…`, `env NODE_OPTIONS=…`, `ENV PYTHONSTARTUP …`. */
export function loadedByWords(words: readonly string[]): Loaded[] {
  return words.flatMap((word, index) => {
    const match = /^([A-Z_][A-Z0-9_]{2,30})(?:=(.*))?$/s.exec(word);
    if (match === null) return [];
    return loadedBy(match[1] ?? '', match[2] ?? words[index + 1] ?? '');
  });
}
