import { known, shown } from '../value.ts';
import type { Invoked } from './session.ts';

/** Options by which make is given a text of its own language, as words and as they stand in its variables. */
const EVAL = /^(?:--eval|-E)$/;
const EVAL_IN_WORD = /^(?:--eval=|-E(?=.))([\s\S]+)$/;
const EVAL_IN_FLAGS = /(?:^|\s)(?:--eval=|-E\s*)([\s\S]+)$/;
const FLAGS = ['MAKEFLAGS', 'GNUMAKEFLAGS'];
/** `NAME=value`: what a recipe uses under this name is read as make reads everything. */
const SETTING = /^([\w.]+)\s*[:?+]?=([\s\S]*)$/;

/** What make reads besides its file: texts of its language, settings among its words, files by a variable. */
export function noteMakeOptions({ args, context, span }: Invoked): void {
  const words = args.map(shown);
  const flags = FLAGS.map((name) => EVAL_IN_FLAGS.exec(shown(context.session.variables.get(name) ?? EMPTY))?.[1]);
  const evaluated = words.map(
    (word, at) => EVAL_IN_WORD.exec(word)?.[1] ?? (EVAL.test(words[at - 1] ?? '') ? word : ''),
  );
  const settings = words.map((word) => {
    const [, name = '', value = ''] = SETTING.exec(word) ?? [];
    return /\$\((?:shell|eval)\b/.test(value) || /^\.?SHELL(?:FLAGS)?$/.test(name)
      ? `${name} = ${value}\nall:\n\t$(${name})\n`
      : '';
  });
  const { analysis, unit } = context;
  for (const text of new Set([...flags, ...evaluated, ...settings]))
    if (text !== undefined && text !== '')
      analysis.descend({ lang: 'makefile', text: `${text}\n`, at: span, unit, origin: 'argument', layer: null });
  for (const path of shown(context.session.variables.get('MAKEFILES') ?? EMPTY).split(/\s+/))
    if (path !== '') analysis.noteRun({ path, language: 'makefile', unit, at: span });
}

const EMPTY = known('');
