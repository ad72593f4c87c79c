const ENDINGS = /\.(?:fish|csh|tcsh)$/i;
const FIRST_LINE = /^#![^\n]*\b(?:fish|t?csh)\b/;

/** Whether a file is written for a shell with a grammar other than that of sh. */
export const isOtherShell = (path: string, text: string): boolean => ENDINGS.test(path) || FIRST_LINE.test(text);

const SET = /^([ \t]*)(?:set|setenv)(?:[ \t]+-{1,2}[\w-]+)*[ \t]+([A-Za-z_]\w*)[ \t]+(?:=[ \t]*)?([^\n;]+)/gm;
const JOINED = /;[ \t]*(?:and|or)\b/g;
const LEADING = /^([ \t]*)(?:and|or|not|begin|end|endif|else)\b/gm;
/** Parentheses in place of a word are a command substitution. */
const BRACKET = /(?<=[\s"'=([,/:@])\((?!\()/g;

/** Rewrites fish and csh as sh: `set name value` assigns, `(command)` substitutes its output. */
export function inWordsOfSh(text: string): string {
  return text
    .replace(SET, (_, blank: string, name: string, value: string) => `${blank}${name}=${asOneWord(value.trim())}`)
    .replace(JOINED, ' &&')
    .replace(LEADING, '$1')
    .replace(BRACKET, '$(');
}

const asOneWord = (value: string): string => (/[\s]/.test(value) && !/^["'(]/.test(value) ? `"${value}"` : value);
