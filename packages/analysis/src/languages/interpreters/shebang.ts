import type { Language } from '../../types/index.ts';
import { firstLineOf } from './bytes.ts';

const PROGRAMS: readonly (readonly [RegExp, Language])[] = [
  [/^(?:ba|z|da|k|a)?sh$|^fish$/, 'shell'],
  [/^(?:python|pypy)[\d.]*$|^uv$/, 'python'],
  [/^(?:node|nodejs|bun|deno)$/, 'javascript'],
  [/^(?:tsx|ts-node)$/, 'typescript'],
  [/^ruby[\d.]*$/, 'ruby'],
  [/^perl[\d.]*$/, 'perl'],
  [/^php[\d.]*$/, 'php'],
  [/^osascript$/, 'applescript'],
  [/^(?:pwsh|powershell)$/, 'powershell'],
  [/^(?:g?make)$/, 'makefile'],
  [/^lua[\d.]*$/, 'lua'],
];

type Shebang = {
  readonly language: Language | undefined;
  /** An option in the shebang makes the program skip the beginning of the file. */
  readonly leavesOut: boolean;
  /** The line as a command, if it contains code: `#!/usr/bin/env -S sh -c '…'`. */
  readonly command: string | undefined;
};

const SPLIT_OPTION = /^(\S*\/env)\s+(?:-(?!-)[a-zA-RT-Z0]*S|--split-string[= ]?)\s*/;
const ESCAPES: Readonly<Record<string, string>> = { '#': '#', $: '$', '"': '"', "'": "'", '\\': '\\' };

/** `env -S` splits one argument into words by its own rules: escapes for blanks, and `\c`, which ends the line. */
function splitAsEnv(line: string): string {
  const split = SPLIT_OPTION.exec(line);
  if (split === null) return line;
  const [whole, env = ''] = split;
  const rest = line.slice(whole.length).replace(/\\c.*$/s, '');
  return `${env} ${rest.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? ' ')}`;
}

const LEAVES_OUT = /(?:python|pypy|perl|ruby)[\d.]*\s(?:.*\s)?-[A-Za-wyz]*x/;
const CARRIES_CODE =
  /\s["']?-[a-zA-Z]*[ce]["']?\s*\S|\s["']?--(?:eval|command|require|import|env-file|rcfile|init-file)\b|\s["']?-[rM]\s*\S|\s["']?\w+=\S/;

/**
 * The program that the kernel starts for a file with `#!`. The kernel compares bytes: a byte order mark before `#!`
 * disables it.
 */
export function readShebang(bytes: Uint8Array): Shebang | undefined {
  if (bytes[0] !== 0x23 || bytes[1] !== 0x21) return undefined;
  const line = splitAsEnv(firstLineOf(bytes).slice(2).trim());
  const words = line.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, ''));
  const program = words
    .map((word) => word.split('/').at(-1) ?? word)
    .find((word) => word !== 'env' && !word.startsWith('-') && !/^\w+=/.test(word));
  const language = PROGRAMS.find(([shape]) => shape.test(program ?? ''))?.[1];
  const command = line.replace(/^\S*\/env\s+(?:-S\s*|--split-string[= ]|-\S+\s+)*/, '');
  return { language, leavesOut: LEAVES_OUT.test(line), command: CARRIES_CODE.test(line) ? command : undefined };
}
