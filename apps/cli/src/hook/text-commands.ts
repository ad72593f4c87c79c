import { type Script, type SimpleCommand, toPlainText } from './shell-words.ts';
import { withPart, wordList } from './word-list.ts';

/** Programs that show or change names, never file content. */
const NAME_PROGRAMS = wordList(
  'ls tree du stat test [ [[ mkdir rmdir rm cd pushd popd pwd touch chmod chown realpath basename dirname readlink file',
);
/** Programs that handle their input as text and write only to their output. */
const TEXT_PROGRAMS = wordList('echo printf cat tee grep rg wc head tail sort true jq');
const TEXT_SUBCOMMANDS: Readonly<Record<string, ReturnType<typeof wordList>>> = {
  git: wordList('commit tag notes log grep diff show status add push'),
  gh: wordList('pr issue release label search'),
};
/** Options that neither run nor write anything. Any other option ends the exemption. */
const TEXT_OPTIONS =
  /^(?:-|--|-\d+|--(?:all|amend|append|assignee|author|base|body|body-file|cached|color|count|draft|exclude|exclude-dir|files-with-matches|format|glob|head|hidden|ignore-case|include|label|line-number|lines|max-count|message|name-only|no-edit|no-heading|no-verify|notes|oneline|porcelain|repo|reviewer|short|staged|stat|title|type|word-regexp)(?:=.*)?)$/s;
const SHORT_OPTIONS: Readonly<Record<string, RegExp>> = {
  git: /^-[amsnvqpuAFiElr]+$/,
  gh: /^-[btFHBRladr]$/,
  printf: /^-$/,
  sort: /^-[nrufbdhVzk\d,.]+$/,
};
/** Files that no program runs because of their name or location. */
const DOCUMENT = /(?:\.(?:md|mdx|markdown|txt|rst|adoc)|^\/dev\/(?:null|stdout|stderr))$/i;
const PREFIXES = wordList('if then else elif do while until ! { time builtin command nohup noglob nocorrect');
const MOVERS = wordList('cd pushd popd');
const ASSIGNMENT = withPart(['='], () => /^[A-Za-z_]\w*\+?=/);

const baseOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1);

/** The words of a simple command from its program onwards, after assignments and keywords. */
export function fromProgram(words: readonly string[]): readonly string[] {
  const at = words.findIndex((each) => !ASSIGNMENT.test(each) && !PREFIXES.test(each));
  return at < 0 ? [] : [baseOf(words[at] ?? ''), ...words.slice(at + 1)];
}

export const programOf = (words: readonly string[]): string => fromProgram(words)[0] ?? '';
export const isNameProgram = (program: string): boolean => NAME_PROGRAMS.test(program);

/**
 * Whether a script handles its input only as text or names. Its words and here-documents are then not commands. This
 * applies to the whole script: one command that can run or store text makes all of it code.
 */
export function isTextScript(script: Script): boolean {
  const { commands, isPlain, isComplete } = script;
  const isMoving = commands.some(({ words }) => MOVERS.test(programOf(words.map(toPlainText))));
  return isPlain && isComplete && commands.every(isTextCommand) && !(isMoving && writtenFiles(script).length > 0);
}

/** The files that the commands of a text script write. */
export const writtenFiles = ({ commands }: Script): string[] =>
  commands.flatMap(({ words, redirects, isWriting }) => {
    const [program, ...args] = fromProgram(words.map(toPlainText));
    return [...(isWriting ? redirects.map(toPlainText) : []), ...(program === 'tee' ? args : [])].filter((to) =>
      /[^\d-]/.test(to),
    );
  });

function isTextCommand({ words, redirects, isWriting }: SimpleCommand): boolean {
  const plain = words.map(toPlainText);
  const [program = '', ...args] = fromProgram(plain);
  if (
    plain.some((word) => ASSIGNMENT.test(word)) ||
    plain.some((word) => word.includes('/') && baseOf(word) === program)
  )
    return false;
  const isKnown = redirects.every((word) => word.every(({ kind }) => kind === 'text'));
  if (isWriting && !(isKnown && redirects.map(toPlainText).every((to) => /^\d+$|^-$/.test(to) || DOCUMENT.test(to))))
    return false;
  if (NAME_PROGRAMS.test(program)) return true;
  const verbs = Object.hasOwn(TEXT_SUBCOMMANDS, program) ? TEXT_SUBCOMMANDS[program] : undefined;
  if (verbs === undefined ? !TEXT_PROGRAMS.test(program) : !verbs.test(args[0] ?? '')) return false;
  const short = (Object.hasOwn(SHORT_OPTIONS, program) ? SHORT_OPTIONS[program] : undefined) ?? /^-\w+$/;
  const options = args.filter((word) => word.startsWith('-'));
  if (program === 'tee' && !args.every((word) => word.startsWith('-') || DOCUMENT.test(word))) return false;
  return program === 'echo' || options.every((word) => TEXT_OPTIONS.test(word) || short.test(word));
}
