import { RE2JS } from 're2js';
import { PACK_LIMITS } from './limits.ts';
import { RegexRefused, type RegexShape, readRegex } from './regex-syntax.ts';
import type { Steps } from './steps.ts';

/** A regular expression whose time is linear in its text and which counts its steps. */
export type BoundedRegex = RegexShape & {
  /** The first match at or after an offset. */
  find(text: string, from: number, steps: Steps): { readonly start: number; readonly end: number } | undefined;
};

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/** Throws `RegexRefused` with the reason. The size is checked first, because compilation takes time too. */
export function compileRegex(pattern: string, flags: string): BoundedRegex {
  if (pattern.length > PACK_LIMITS.regexCharactersMax)
    throw new RegexRefused(`over ${PACK_LIMITS.regexCharactersMax} characters`);
  const shape = readRegex(pattern);
  if (shape.size > PACK_LIMITS.programMax)
    throw new RegexRefused(`its program is over ${PACK_LIMITS.programMax} instructions`);
  const compiled = compile(pattern, flags);
  const size = compiled.programSize();
  if (size > PACK_LIMITS.programMax)
    throw new RegexRefused(`its program is over ${PACK_LIMITS.programMax} instructions`);
  return {
    ...shape,
    size,
    find(text, from, steps) {
      // Each character may visit each instruction, so both factors count.
      steps.spend((text.length - from + 1) * size);
      const matcher = compiled.matcher(text);
      if (!matcher.find(from)) return undefined;
      return { start: matcher.start(), end: matcher.end() };
    },
  };
}

function compile(pattern: string, flags: string): RE2JS {
  try {
    return RE2JS.compile(
      pattern,
      [...flags].reduce((all, flag) => all | (FLAGS[flag] ?? 0), 0),
    );
  } catch (cause) {
    throw new RegexRefused('it is no regular expression of RE2', { cause });
  }
}
