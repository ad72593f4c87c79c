import { known, shown } from '../value.ts';
import type { Invoked } from './session.ts';

/** Programs that change a file where it lies, by orders from elsewhere. */
const EDITORS = /^(?:g?sed|ed|ex|perl)$/;
const PROGRAM = /\.(?:sh|bash|zsh|py|[cm]?[jt]s|rb|pl|php|ps1|bat|cmd|mk)$|(?:^|\/)(?:makefile|dockerfile|justfile)$/i;
/** `s/this/that/`: what will stand there afterwards. */
const REPLACEMENT = /s([/|#,_!@:])(?:(?!\1)[^\\\n]|\\.)*\1((?:(?!\1)[^\\\n]|\\.)*)\1/g;

/** A program of the bundle is changed before it runs: what is put into it is read as code, and orders in a file are unread. */
export function notePutIn({ program, args, stdin, context, span }: Invoked): void {
  if (!EDITORS.test(program)) return;
  const words = args.map(shown);
  const isInPlace = program === 'ed' || program === 'ex' || words.some((word) => /^-[a-zA-Z]*i|^--in-place/.test(word));
  if (!isInPlace || !words.some((word) => PROGRAM.test(word))) return;
  const { analysis, unit } = context;
  const unread = `orders for ${program}, which change a program before it runs`;
  const files = words.filter((_, at) => /^(?:-[a-zA-Z]*f|--file)$/.test(words[at - 1] ?? ''));
  const line = span.view.text.slice(span.start, span.end);
  const input = program === 'ed' || program === 'ex' ? [...line.matchAll(/<\s*([^\s<>&|;]+)/g)] : [];
  for (const path of [...files, ...input.map((match) => match[1] ?? '')])
    analysis.noteRun({ path, language: 'unknown', unit, at: span, unread });
  for (const text of [...words, input.length > 0 ? '' : (stdin?.text ?? '')])
    for (const [, , put = ''] of text.matchAll(REPLACEMENT))
      if (/\s/.test(put)) context.runText(known(put.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1')), span, 'carried');
}
