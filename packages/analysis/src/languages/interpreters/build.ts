import { decodeUtf8, withoutUtf8Mark } from './bytes.ts';
import { foldNewlines, type Interpreter, type SourceRead } from './interpreter.ts';

const SHELL_SET = /^[ \t]*(?:export[ \t]+|override[ \t]+)?SHELL[ \t]*(?:::?:?|\?|!)?=[ \t]*(\S+)/gm;
const SHELLS = /(?:^|\/)(?:ba|da|z|k|a)?sh(?:\.exe)?$|^\$[({]/;

const PREFIX_SET = /^[ \t]*(?:override[ \t]+|export[ \t]+)?\.RECIPEPREFIX[ \t]*(?:::?:?|\?|!|\+)?=[ \t]*(.*)$/;

/** A makefile can choose another recipe prefix. Replaces it with the tab. */
function withTabs(text: string): { text: string; isUnknown: boolean } {
  if (!text.includes('.RECIPEPREFIX')) return { text, isUnknown: false };
  let prefix = '\t';
  let isUnknown = /^[ \t]*(?:define|override define)[ \t]+\.RECIPEPREFIX|[(,][ \t]*\.RECIPEPREFIX/m.test(text);
  const lines = text.split('\n').map((line) => {
    const set = line.startsWith(prefix) ? null : PREFIX_SET.exec(line);
    if (set === null) return line.startsWith(prefix) ? `\t${line.slice(1)}` : line;
    if (/^\$/.test(set[1] ?? '')) isUnknown = true;
    prefix = (set[1] ?? '').charAt(0) || '\t';
    return '';
  });
  return { text: lines.join('\n'), isUnknown };
}

const FLAGS_SET =
  /\.SHELLFLAGS[ \t]*(?:::?:?|\?|!|\+)?=[ \t]*(.*)$|^[ \t]*(?:override[ \t]+)?define[ \t]+\.SHELLFLAGS/gm;
const FLAGS = /^(?:[ \t]*(?:[-+][\w-]+|pipefail|errexit|nounset|posix|inherit_errexit))*[ \t]*(?:#.*)?$/;

/** `.SHELLFLAGS` normally holds only options. Anything else is a program that wraps every recipe. */
const hasOddFlags = (text: string): boolean =>
  [...text.matchAll(FLAGS_SET)].some(([, flags]) => flags === undefined || !FLAGS.test(flags));

/** Recipes run in the shell that the file names. If `SHELL` is another program, the engine cannot read them. */
function readMake(bytes: Uint8Array): SourceRead {
  const { text, isUnknown } = withTabs(foldNewlines(decodeUtf8(withoutUtf8Mark(bytes))));
  const others = [...text.matchAll(SHELL_SET)].map((match) => match[1] ?? '').filter((shell) => !SHELLS.test(shell));
  return {
    readings: [{ text, how: 'recipes behind tabs', isPart: true }],
    unread: [
      ...others.slice(0, 1).map((shell) => `recipes that ${shell} runs`),
      ...(hasOddFlags(text) ? ['recipes inside a program that the options of their shell hold'] : []),
      ...(isUnknown ? ['recipes behind a letter that only running tells'] : []),
    ],
  };
}

const DIRECTIVES = /^(?:#[ \t]*[a-zA-Z][\w-]*[ \t]*=[^\n]*\n)*/;
const SYNTAX = /^#[ \t]*syntax[ \t]*=[ \t]*(\S+)/im;
/** `# escape=` selects the line continuation character; the other candidate is then an ordinary character. */
const ESCAPE = /^#[ \t]*escape[ \t]*=[ \t]*(\S)/im;
const ENDS = /[\\`](?=[ \t]*$)/gm;
const OWN_FRONTENDS = /^(?:docker\.io\/)?docker\/dockerfile(?:-upstream)?(?::[\w.-]{1,40})?(?:@sha256:[0-9a-f]{64})?$/;

/** `# syntax=` in the first lines names an image that parses the rest: a third-party image may parse it in any way. */
function readDocker(bytes: Uint8Array): SourceRead {
  const text = foldNewlines(decodeUtf8(withoutUtf8Mark(bytes)));
  const frontend = SYNTAX.exec(DIRECTIVES.exec(text)?.[0] ?? '')?.[1];
  const isOwn = frontend === undefined || OWN_FRONTENDS.test(frontend);
  const mark = ESCAPE.exec(DIRECTIVES.exec(text)?.[0] ?? '')?.[1];
  const readings = [
    { text, how: 'utf-8' },
    ...(mark === '`'
      ? [
          {
            text: text.replace(ENDS, (end) => (end === '`' ? '\\' : ' ')),
            how: 'lines that go on as it says',
            isPart: true,
          },
        ]
      : []),
  ];
  return { readings, unread: isOwn ? [] : [`a build file that ${frontend} reads`] };
}

export const MAKE: Interpreter = { id: 'make', language: 'makefile', read: readMake };
export const DOCKER: Interpreter = { id: 'docker build', language: 'dockerfile', read: readDocker };
