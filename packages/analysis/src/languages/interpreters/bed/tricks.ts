/** A grammar of files that hide one harmless call from a reader: each prints the marker when its interpreter runs it. */
import { gzipSync, zipSync } from 'fflate';

export type Trick = {
  readonly name: string;
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Program and arguments, from the folder of the file. */
  readonly run: readonly [string, ...string[]];
};

/** Chooses among alternatives: the dice of the property test. */
export type Pick = <T>(of: readonly [T, ...T[]]) => T;

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const join = (...parts: readonly (Uint8Array | string | readonly number[])[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(typeof part === 'string' ? utf8(part) : part))));

const padding = (mark: string, pick: Pick): string => `${mark} notes on the notes\n`.repeat(pick([0, 1, 40, 4_000]));

type Shapes = Readonly<Record<string, (call: string, pad: string, pick: Pick) => Uint8Array>>;

const chooseShape = (shapes: Shapes, pick: Pick): string => pick(Object.keys(shapes) as [string, ...string[]]);

const SHELL_SHAPES: Shapes = {
  mark: (call, pad, pick) =>
    join(
      pick([
        [0xff, 0xfe],
        [0xfe, 0xff],
        [0xef, 0xbb, 0xbf],
      ]),
      '\n',
      pad,
      call,
      '\n',
    ),
  nul: (call, pad) => join('#!/bin/sh\n', pad, ': a', [0], 'b\n', call, '\n'),
  'carriage return': (call, pad, pick) => join(pad, ': one\r: two\n', call, pick(['\n', ' #\r\n'])),
  'here-document': (call, pad, pick) =>
    join(pad, `cat <<'END' >/dev/null\n${pick(['END ', ' END', 'END\t', 'END\r'])}\ncat <<'X'\nEND\n${call}\nX\n`),
  plain: (call, pad) => join(pad, call, '\n'),
  'packed tail': (call, pad) => join(`${pad}${call}\nexit 0\n`, gzipSync(utf8('packed'))),
  nested: (call, pad, pick) => {
    const depth = pick([1, 4, 40]);
    return utf8(`${pad}${'{ '.repeat(depth)}${call}${'; }'.repeat(depth)}\n`);
  },
  function: (call, pad) => join(pad, `f() {\n${call}\n}\nf\n`),
  continued: (call, pad) => join(pad, `: \\\n# a comment\n${call}\n`),
  'many steps': (call, _pad, pick) => utf8(`${':\n'.repeat(pick([10, 5_000, 30_000]))}${call}\n`),
};

const SHELL_CALLS = [
  'echo M',
  "printf '%s\\n' M",
  'echo "M"',
  'eval "echo M"',
  "sh -c 'echo M'",
  'a=ec; "$a"ho M',
] as const;

export function shellTrick(marker: string, program: string, pick: Pick): Trick {
  const shape = chooseShape(SHELL_SHAPES, pick);
  const call = pick(SHELL_CALLS).replace('M', marker);
  const bytes = SHELL_SHAPES[shape]?.(call, padding('#', pick), pick) ?? utf8(call);
  const file = pick(['run.sh', 'readme.sh', 'notes.txt', 'license', 'data.json']);
  return { name: `${program}: ${shape} in ${file}`, file, bytes, run: [program, file] };
}

const hex = (text: string, lead: string, digits: number): string =>
  [...text].map((char) => `${lead}${char.charCodeAt(0).toString(16).padStart(digits, '0')}`).join('');
const shifted = (text: string): string =>
  `+${Buffer.from(text, 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`;

/** The forms in which Python takes a coding line, the one of vim included. */
const cookie = (codec: string, pick: Pick): string =>
  pick([
    `# coding: ${codec}\n`,
    `# -*- coding: ${codec} -*-\n`,
    `#!/usr/bin/env python3\n# vim: set fileencoding=${codec} :\n`,
    ` \t# coding=${codec}\n`,
    `\n#encoding:${codec}\n`,
  ]);

const PYTHON_SHAPES: Shapes = {
  plain: (call, pad) => join(pad, call),
  mark: (call, pad) => join([0xef, 0xbb, 0xbf], pad, call),
  'utf-7': (call, _pad, pick) =>
    utf8(`${cookie(pick(['utf-7', 'UTF_7', 'u7', 'utf7']), pick)}#${shifted(`\n${call}`)}\n`),
  unicode_escape: (call, _pad, pick) =>
    utf8(
      `${cookie(pick(['unicode_escape', 'unicode-escape', 'Unicode_Escape']), pick)}# ${hex(`\n${call}`, '\\x', 2)}\n`,
    ),
  raw_unicode_escape: (call, _pad, pick) =>
    utf8(`${cookie(pick(['raw_unicode_escape', 'raw-unicode-escape']), pick)}# ${hex(`\n${call}`, '\\u', 4)}\n`),
  'latin-1': (call, pad, pick) => join(cookie(pick(['latin-1', 'L1', 'cp1252']), pick), '# ', [0xe9], '\n', pad, call),
  'old line ends': (call) => utf8(`# a comment\r${call.replaceAll('\n', '\r')}`),
  'zip behind it': (call, pad) => join(`${pad}pass\n`, zipSync({ '__main__.py': utf8(call) })),
  'form feed': (call, pad) => utf8(`${pad}\f${call}`),
  'wrong shebang': (call, pad) => utf8(`#!/bin/sh\n${pad}${call}`),
};

const PYTHON_CALLS = [
  'print("M")\n',
  'exec(\'print("M")\')\n',
  'if True:\n    print("M")\n',
  '__import__("sys").stdout.write("M")\n',
] as const;

export function pythonTrick(marker: string, program: string, pick: Pick): Trick {
  const shape = chooseShape(PYTHON_SHAPES, pick);
  const call = pick(PYTHON_CALLS).replace('M', marker);
  const bytes = PYTHON_SHAPES[shape]?.(call, padding('#', pick), pick) ?? utf8(call);
  const file = pick(['run.py', 'readme.py', 'notes.txt', 'tool']);
  return { name: `python: ${shape} in ${file}`, file, bytes, run: [program, file] };
}

const NODE_SHAPES: Shapes = {
  plain: (call, pad) => join(pad, call),
  mark: (call, pad) => join([0xef, 0xbb, 0xbf], pad, call),
  'line separator': (call, pad) => utf8(`${pad}// a comment\u2028${call}`),
  'old line ends': (call) => utf8(`// a comment\r${call}`),
  'block comment': (call, pad) => utf8(`/* ${'x '.repeat(20)}\n${pad}*/${call}`),
  'hidden by a template': (call) => utf8(`const a = \`\n/*\n\`; ${call}// */\n`),
  nul: (call, pad) => join(`${pad}const a = "`, [0], `";\n${call}`),
  'arrow mark': (call) => utf8(`<!-- a comment\n${call}`),
};

const NODE_CALLS = [
  'console.log("M");\n',
  'process.stdout.write("M");\n',
  'eval(\'console.log("M")\');\n',
  'globalThis["con"+"sole"].log("M");\n',
] as const;

export function nodeTrick(marker: string, program: string, pick: Pick): Trick {
  const shape = chooseShape(NODE_SHAPES, pick);
  const call = pick(NODE_CALLS).replace('M', marker);
  const bytes = NODE_SHAPES[shape]?.(call, padding('//', pick), pick) ?? utf8(call);
  const file = pick(['run.js', 'run.cjs', 'readme.js', 'notes.txt']);
  return { name: `node: ${shape} in ${file}`, file, bytes, run: [program, file] };
}
