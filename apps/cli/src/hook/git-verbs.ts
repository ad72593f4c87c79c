import { LOG_CONTENT } from './versions.ts';
import { wordList } from './word-list.ts';

/** Git commands that show no file content in any form without a patch. */
const KNOWN = wordList(
  'add stage status commit push fetch pull merge rebase checkout switch stash restore reset revert cherry-pick clean rm mv shortlog ls-files ls-tree ls-remote rev-parse rev-list branch tag remote config init clone check-ignore check-attr describe merge-base name-rev for-each-ref symbolic-ref reflog log blame gc fsck version help worktree',
);
/** Verbs for which the options of a patch have another meaning. */
const PLAIN_VERBS = wordList('push clean log fetch ls-files rev-parse branch cherry-pick tag');
const STASH = wordList('push save pop apply drop list');
const PATCH = /^(?:-\w*p\w*|-x.*|-i)$/s;
/** Long options that show file content, start a program or read settings. Git accepts the start of such a name. */
const STARTS = ['exec', 'upload-pack', 'receive-pack'];
const UNSAFE = [...STARTS, 'patch', 'interactive', 'template', 'config'];
const isOneOf = (names: readonly string[], word: string): boolean => {
  const [, given] = /^--([a-z][\w-]*)/.exec(word) ?? [];
  return given !== undefined && names.some((name) => name.startsWith(given) || given.startsWith(name));
};
const isUnsafe = (word: string): boolean => PATCH.test(word) || isOneOf(UNSAFE, word);
const SHOWS = wordList('diff show');
const SUMMARY = /^(?:--(?:stat|shortstat|numstat|name-only|name-status|dirstat|summary|quiet|no-patch)(?:=.*)?|-s)$/s;

/** Whether the command shows file content. */
export function showsPatch(verb: string, rest: readonly string[]): boolean {
  const isLog =
    verb === 'log' || verb === 'reflog' || verb === 'shortlog' || (verb === 'stash' && rest.includes('list'));
  if (isLog) return rest.some((word) => LOG_CONTENT.test(word));
  return SHOWS.test(verb) && !(rest.some((word) => SUMMARY.test(word)) && !rest.some((word) => LOG_CONTENT.test(word)));
}

/** Whether the command is known to show or use only the files that it names. */
export function isKnownShow(verb: string, rest: readonly string[]): boolean {
  if (SHOWS.test(verb)) return true;
  if (!KNOWN.test(verb)) return verb === '' || verb === '--version';
  const [first = ''] = rest.filter((word) => !word.startsWith('-'));
  if (verb === 'stash') return (rest.length === 0 || STASH.test(first)) && !rest.some(isUnsafe);
  if (verb === 'worktree') return /^(?:list|prune|remove)$/.test(first);
  if (verb === 'config')
    return rest.some((word) => /^(?:--get|-l|--list|--unset)/.test(word)) || rest.length === 1 || /^user\./.test(first);
  // Only addresses of other machines: a local path copies the repository with its links.
  if (verb === 'clone')
    return (
      /^(?:https?|ssh|git):\/\/|^[\w.-]+@[\w.-]+:/.test(first) &&
      !rest.some((word) => isUnsafe(word) || /^-[a-zA-Z]*[cu]/.test(word))
    );
  if (
    (verb === 'status' || verb === 'commit') &&
    rest.some((word) => /^-\w*v\w*$/.test(word) || isOneOf(['verbose'], word))
  )
    return false;
  // Without a patch option.
  if (PLAIN_VERBS.test(verb)) return !rest.some((word) => isOneOf(STARTS, word));
  return !rest.some((word) => isUnsafe(word) && !(verb === 'pull' && word === '-p'));
}
