import { fetchedFrom, shown } from '../value.ts';
import type { Invoked } from './session.ts';
import { fileKey, lookedFor } from './working-folder.ts';

/** How a program that has no reader here is given what it runs. */
type Reader = {
  /** Options whose value is a file it runs. */
  readonly flags?: readonly string[];
  /** Words with such a file inside; the first group is the file. */
  readonly shapes?: readonly RegExp[];
  /** The first word that is no option. */
  readonly hasFirst?: boolean;
  /** Files it takes without being told. */
  readonly files?: readonly string[];
  /** Everything by which its programs reach beyond themselves: one without any of it needs no reader. */
  readonly acts?: RegExp;
};

export const AWK_ACTS =
  /\bsystem\b|\|\s*getline\b|\/inet|@|\|&|\bprintf?\b(?:,[ \t]*\n|\\\n|[^;}\n"]|"(?:[^"\\\n]|\\.)*")*?(?:>|\|(?!\|))/;
const AWK_SENDS =
  /^(?=[\s\S]*(?:\bgetline\b[^;}\n]{0,40}<|ENVIRON))(?=[\s\S]*(?:\|&?|\bsystem\s*\()\s*[^\n]{0,80}\b(?:curl|wget|nc|ncat|ssh|scp|socat|telnet|openssl|mail|(?:ba|z|da)?sh)\b|[\s\S]*\/inet\/)/;
const CMAKE_ACTS =
  /\b(?:execute_process|exec_program|cmake_language|variable_watch|load_command|try_run|ctest_\w+|externalproject\w*|fetchcontent\w*|add_custom_command|add_custom_target)\b|\bfile\s*\((?!\s*(?:READ|WRITE|APPEND|STRINGS|GLOB|GLOB_RECURSE|RELATIVE_PATH|MAKE_DIRECTORY|TO_CMAKE_PATH|TO_NATIVE_PATH)\b)|\$ENV\{HOME\b/i;

/** Also where a function is handed over as a value, by its name or by a text that is its name. */
const R_ACTS =
  /(?:[,(=]|<-)\s*["'`]?(?:system2?|shell|pipe|eval\w*|source|do\.call|match\.fun|dyn\.load|download\w*|socket\w*|readLines|readBin|readChar|unserialize|get0?|mget)["'`]?\s*[,)\];}\n(]|\b(?:system2?|shell|pipe|url|socket\w*|download\w*|curl\w*|httr2?|RCurl|processx|callr|reticulate|Rcpp|V8|eval\w*|parse|source|get0?|mget|getFunction|do\.call|match\.fun|dyn\.load|unserialize|readRDS|load|readLines|readBin|readChar|scan|file|path\.expand|Sys\.\w+|intToUtf8|rawToChar|chartr)\s*\(|\b\w+:::?|\.(?:Call|C|External|Internal)\b|:\/\/|~\//;

/** Tcl can put the name of any command together: a word that begins with `$` or `[` in the place of a command acts, too. */
const TCL_ACTS =
  /\b(?:exec|open|socket|source|eval|load|package|file|glob|subst|interp|uplevel|namespace|apply|after|fileevent|chan|spawn|send|rename|unknown|trace|http|tls|encoding|binary|format|string|join)\b|\$env\b|::|(?:^|[;{[\n])\s*[$[]|\\[0-7xu]/;

const VIM: Reader = {
  flags: ['-S', '-s', '-u', '-U', '-l'],
  shapes: [/^-[SsuU](\S.+)/, /(?:^|[|+:])\s*(?:so|sou|sour|sourc|source|ru|runtime)!?\s+(\S+)/],
};
const AWK: Reader = {
  flags: ['-f', '--file', '-i', '--include', '-E', '--exec'],
  shapes: [/^-[fiE](.+)/, /^--(?:file|include|exec)=(.+)/],
  acts: AWK_ACTS,
};
const FIRST: Reader = { hasFirst: true };

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...['awk', 'gawk', 'mawk', 'nawk'].map((name) => [name, AWK] as const),
  ...['vim', 'vi', 'nvim', 'ex', 'view', 'gvim'].map((name) => [name, VIM] as const),
  ['cmake', { flags: ['-P', '-C'], shapes: [/^-[PC](.+)/], files: ['CMakeLists.txt', '**/*.cmake'], acts: CMAKE_ACTS }],
  ['Rscript', { hasFirst: true, shapes: [/\b(?:render|source|knit\w*|sys\.source)\(\s*["']([^"']+)/], acts: R_ACTS }],
  ['r', { flags: ['-f', '--file'], shapes: [/^--file=(.+)/], acts: R_ACTS }],
  ['ctest', { flags: ['-S', '-SP', '--script'], files: ['CTestTestfile.cmake'] }],
  ['emacs', { flags: ['--script', '-l', '--load', '-x', '-q'], shapes: [/^--(?:script|load)=(.+)/] }],
  ['gdb', { flags: ['-x', '--command', '-ix', '--init-command'], shapes: [/^--(?:init-)?command=(.+)/] }],
  ['lldb', { flags: ['-s', '-S', '--source'], shapes: [/^--source=(.+)/] }],
  ...['tclsh', 'wish', 'expect'].map((name) => [name, { hasFirst: true, acts: TCL_ACTS }] as const),
  ...'littler julia octave gnuplot elixir escript ocaml runghc runhaskell swipl guile racket nim crystal cscript wscript m4'
    .split(' ')
    .map((name) => [name, FIRST] as const),
]);

function filesOf({ args }: Invoked, reader: Reader): string[] {
  const words = args.map(shown);
  const first = words.find((word) => !/^[-/+]/.test(word));
  return [
    ...words.filter((_, index) => reader.flags?.includes(words[index - 1] ?? '')),
    ...words.flatMap((word) => (reader.shapes ?? []).map((shape) => shape.exec(word)?.[1] ?? '')),
    ...(reader.hasFirst && first !== undefined ? [first] : []),
    ...(reader.files ?? []),
  ].filter((file) => file !== '');
}

/** A file that is run in a language nobody here reads: what it does stays unknown. */
export function noteUnreadPrograms(invoked: Invoked): void {
  const { program, context, span } = invoked;
  const reader = READERS.get(program.replace(/[\d.]+$/, ''));
  if (reader === undefined) return;
  const how = {
    language: 'unknown' as const,
    unit: context.unit,
    at: span,
    unread: `a program that ${program} runs, in a language that has no reader here`,
    ...(reader.acts === undefined ? {} : { acts: reader.acts }),
  };
  // Inline: what it reads by a name of its own making, and hands to something that sends.
  if (reader === AWK && invoked.args.some((arg) => AWK_SENDS.test(shown(arg))))
    context.analysis.recorder.limit('a program of awk that reads and sends', context.unit.file);
  const words = invoked.args.map(shown);
  for (const path of filesOf(invoked, reader).flatMap((one) => lookedFor(context.session, words, one))) {
    context.analysis.noteRun({ ...how, path });
    const written = context.session.files.get(fileKey(path));
    if (written !== undefined && fetchedFrom(written) !== undefined)
      context.execute(written, { lang: 'unknown', span, isElevated: invoked.isElevated });
  }
}
