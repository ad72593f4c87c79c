import { programOf } from './text-commands.ts';
import { callsIn } from './versions.ts';
import { withPart, wordList } from './word-list.ts';

const CLI = withPart(
  ['assay'],
  () => /(?:^|\/)(?:assay(?:\.(?:cmd|ps1))?(?:@[\w.^~-]+)?|@assay\/cli(?:@[\w.^~-]+|\/.*)?)$/,
);
const CHANGING = wordList('hook trust config login');
/** These commands write a digest that the hook trusts, after a confirmation that a program can give on a pseudo terminal. */
const ASKING = wordList('add update');
/** Without a confirmation, only what the policy allows is installed. */
const UNASKED = wordList('--yes --pr --help -h');
/** Options of other programs that take a folder. */
const TAKES_FOLDER = /^(?:-C|--(?:cwd|prefix|dir|filter|directory))$/;

/** Whether a command line of this program changes what the hook allows. */
export const changesTrust = (words: readonly string[]): boolean =>
  words.some((word, index) => {
    if (!CLI.test(word)) return false;
    const rest = words.slice(index + 1);
    if (rest.some((each) => CHANGING.test(each))) return true;
    if (programOf(words) === 'git' || TAKES_FOLDER.test(words[index - 1] ?? '')) return false;
    const isUnasked = rest.some((each) => UNASKED.test(each)) && !rest.includes('--');
    return ASKING.test(rest.find((each) => !each.startsWith('-')) ?? '') && !isUnasked;
  });

const MANAGERS = wordList('npm pnpm yarn bun');
const PACKAGE = withPart(['assay'], () => /(?:^|:)@assay\/cli(?:@.*)?$|assay-cli[^/]*\.tgz$/);
const CHANGES = wordList(
  'i in ins install add isntall it up update upgrade un uninstall rm remove r ln link unlink rebuild rb',
);
const UPDATES = wordList('up update upgrade');
const GLOBAL = wordList('-g --global global --location=global');

/** Whether a package manager replaces this program with another version. */
export const changesProgram = (words: readonly string[]): boolean =>
  callsIn(words).some(({ program, args }) => {
    if (!MANAGERS.test(program) || !args.some((word) => CHANGES.test(word))) return false;
    const isAll = args.every((word) => UPDATES.test(word) || word.startsWith('-') || GLOBAL.test(word));
    return args.some((word) => PACKAGE.test(word)) || (isAll && args.some((word) => GLOBAL.test(word)));
  });
