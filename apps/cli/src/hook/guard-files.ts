/** Files that decide whether and how calls are judged: the hook's entry in the settings of its host, and what this user trusts. */
const GUARD_FILE =
  /\/\.(?:claude|gemini)\/settings(?:\.local)?\.json$|\/\.(?:cursor|codex)\/hooks\.json$|\/\.codex\/config\.toml$|\/hooks\/assay\.json$|\/assay\/(?:config|valid-bundles|memory-[0-9a-f]+)\.json$/i;
const GUARD_FOLDER = /\/\.(?:claude|gemini|cursor|codex|copilot|github|config)$|\/hooks$|\/assay$/i;
const REMOVERS = /^(?:rm|mv|rmdir|unlink|shred|trash|ln)$/;
const SHOWS =
  /^(?:cat|nl|head|tail|less|more|bat|grep|egrep|fgrep|rg|jq|wc|ls|stat|file|test|\[|\[\[|diff|cmp|sha\d*sum|md5sum|realpath|readlink|du|tree|find|git|echo|printf|cd|pushd)$/;
const CLI = /(?:^|\/)(?:assay|@assay\/cli(?:@[\w.^~-]+)?)$/;
const CHANGING = /^(?:hook|trust|config)$/;

export const isGuardFile = (path: string): boolean => GUARD_FILE.test(path);

/** Does the command line of this program change what the hook lets through? */
export const changesTrust = (words: readonly string[]): boolean =>
  words.some((word, index) => CLI.test(word) && words.slice(index + 1).some((each) => CHANGING.test(each)));

/** Can a program that is given this path write to it? */
export const canChange = (program: string, path: string): boolean =>
  (GUARD_FILE.test(path) && !SHOWS.test(program)) || (GUARD_FOLDER.test(path) && REMOVERS.test(program));
