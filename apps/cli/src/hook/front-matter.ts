import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Disk } from './disk.ts';

/** The maximum size of a front matter. */
const HEAD_BYTES_MAX = 16_384;
const HEAD_STEPS = 1_000;

/** Parsers can disagree about the name, so it can be any. */
export const ANY_NAME = Symbol('any name');
const NAME_LINE = /^name:[ \t]+(?:(\w(?:[\w .-]*[\w.-])?)|"([\w][\w .-]*)"|'([\w][\w .-]*)')[ \t]*$/;
/** Characters by which YAML can change the meaning of a plain text. */
const YAML_SIGNS = /[&*!>|{}#\\%@`?]/;

/** Reads regular files only, without blocking: opening a pipe would wait for a writer. */
export async function readHead(path: string, disk: Disk): Promise<string> {
  if (!disk.budget.spend(HEAD_STEPS)) return '';
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  if (file === undefined) return '';
  try {
    if (!(await file.stat()).isFile()) return '';
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES_MAX), 0, HEAD_BYTES_MAX, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * The lines of a front matter, without comments, if every YAML parser sees the same top-level keys; `undefined` if
 * parsers can disagree. Empty when there is no front matter.
 */
function readLines(head: string): string[] | undefined {
  if (!/^\s*---/.test(head)) return [];
  const [whole, front = ''] = /^\uFEFF?---[ \t]*\r?\n(?:(.*?)\r?\n)??---[ \t]*(?:\r?\n|$)/s.exec(head) ?? [];
  // Other line breaks, a front matter without an end, or a marker that some parsers treat as its end.
  if (whole === undefined || /\r(?!\n)|[\u0085\u2028\u2029]|\n---|\n\.\.\./.test(front)) return undefined;
  const lines = front.split(/\r?\n/).filter((line) => !/^\s*(?:#|$)/.test(line));
  // A quoted, tagged, anchored or merged key can be any key.
  const isPlain = (line: string) => !isTopLevel(line) || /^(?:[A-Za-z_][\w-]*:(?:\s|$)|- )/.test(line);
  return lines.every(isPlain) && isTopLevel(lines[0]) ? lines : undefined;
}

const isTopLevel = (line: string | undefined): boolean => line === undefined || /^\S/.test(line);

/** `name` if every YAML parser reads the same value; `undefined` if it is absent. */
export function readName(head: string): string | typeof ANY_NAME | undefined {
  const lines = readLines(head);
  if (lines === undefined) return ANY_NAME;
  const found = lines.flatMap((line, index) => (/^name:/i.test(line) ? [index] : []));
  const [index] = found;
  if (index === undefined) return undefined;
  const [, plain, double, single] = NAME_LINE.exec(lines[index] ?? '') ?? [];
  return found.length === 1 && isTopLevel(lines[index + 1])
    ? ((plain ?? double ?? single)?.trim() ?? ANY_NAME)
    : ANY_NAME;
}

/** The words of a member with one name or a list of names; `undefined` if YAML parsers can read others. */
export function readWords(head: string, member: 'skills' | 'agent'): string[] | undefined {
  const lines = readLines(head);
  if (lines === undefined) return undefined;
  const key = new RegExp(`^${member}:`, 'i');
  const words: string[] = [];
  for (let at = lines.findIndex((line) => key.test(line)); at >= 0; at = findNext(lines, key, at)) {
    const end = lines.findIndex((line, index) => index > at && /^[^\s-]/.test(line));
    const value = lines
      .slice(at, end < 0 ? undefined : end)
      .join('\n')
      .replace(key, '');
    if (YAML_SIGNS.test(value)) return undefined;
    words.push(...value.split(/[\s,[\]"']+/).filter((word) => word !== '' && word !== '-'));
  }
  return words;
}

function findNext(lines: readonly string[], key: RegExp, after: number): number {
  return lines.findIndex((line, index) => index > after && key.test(line));
}
