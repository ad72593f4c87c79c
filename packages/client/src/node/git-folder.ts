/** Where git keeps objects, and what it calls them there: a file of another name was put there by somebody. */
const KEPT_BY_GIT =
  /^(?:objects\/(?:[0-9a-f]{2}\/(?:[0-9a-f]{38}|[0-9a-f]{62}|tmp_obj_\w+)|pack\/(?:pack-[0-9a-f]+\.\w+|multi-pack-index(?:-[0-9a-f]+\.\w+|\.d\/[\w.-]+)?|tmp_\w+)|info\/(?:packs|commit-graph|commit-graphs\/[\w.-]+|alternates))|logs\/(?:HEAD|refs\/.+)|rr-cache\/[0-9a-f]{40}(?:\.\d+)?\/(?:pre|post|this)image(?:\.\d+)?|lfs\/objects\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}|lfs\/(?:cache|tmp|incomplete)\/[0-9a-f]{64}[\w.-]*)$/;
const REFERENCE = /^refs\/.+/;

/** A name for a commit, under whatever name: the file must hold one. */
export const isReference = (path: string): boolean => REFERENCE.test(withoutModules(path));
export const namesCommit = (text: string): boolean =>
  /^(?:[0-9a-f]{40}|[0-9a-f]{64}|ref: refs\/[^\s;&|`$()<>]+)\n?$/.test(text);

const withoutModules = (path: string): string =>
  path.replace(
    /^modules\/(?:[^/]+\/)+?(?=HEAD$|config$|description$|index$|hooks\/|info\/|packed-refs$|objects\/|refs\/|logs\/)/,
    '',
  );

const MADE_BY_GIT =
  /^(?:HEAD|config(?:\.worktree)?|description|index|packed-refs|shallow|gc\.log|gc\.pid|COMMIT_EDITMSG|MERGE_\w+|AUTO_MERGE|[A-Z]+_HEAD|SQUASH_MSG|TAG_EDITMSG|sharedindex\.[0-9a-f]+|branches\/[^/]+|hooks\/[\w-]+\.sample|info\/(?:exclude|refs|grafts|sparse-checkout)|worktrees\/[^/]+\/(?:HEAD|index|gitdir|commondir|ORIG_HEAD|FETCH_HEAD|locked)|fsmonitor--daemon(?:\.ipc)?|index\.lock|config\.lock)$/;

/** What a clone and everyday work with it leave in a `.git` folder. */
export const isMadeByGit = (path: string): boolean =>
  MADE_BY_GIT.test(withoutModules(path)) || KEPT_BY_GIT.test(withoutModules(path)) || isReference(path);

export const isSettings = (path: string): boolean => /(?:^|\/)config(?:\.worktree)?$/.test(path);

/** Settings that a clone, a submodule or everyday work leaves behind. Anything else may run a program. */
const QUIET_KEYS: Readonly<Record<string, string>> = {
  core: 'repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf longpaths worktree sparsecheckout sparsecheckoutcone commitgraph untrackedcache quotepath abbrev',
  remote: 'url pushurl fetch tagopt promisor partialclonefilter prune gh-resolved',
  branch: 'remote merge rebase pushremote autosetuprebase description vscode-merge-base',
  submodule: 'url active branch ignore recurse',
  user: 'name email signingkey useconfigonly',
  extensions: 'objectformat partialclone worktreeconfig refstorage preciousobjects',
  commit: 'gpgsign',
  tag: 'gpgsign',
  pull: 'rebase ff',
  push: 'default autosetupremote followtags',
  fetch: 'prune parallel recursesubmodules writecommitgraph',
  merge: 'ff conflictstyle',
  rebase: 'autostash autosquash',
  init: 'defaultbranch',
  gc: 'auto',
  index: 'version sparse threads',
  color: 'ui',
  http: 'extraheader postbuffer sslverify',
  lfs: 'access repositoryformatversion locksverify',
};

/** A watcher of git's own is switched on; any other value is a program to run. */
const isOwnWatcher = (section: string, key: string, value: string): boolean =>
  section === 'core' && key === 'fsmonitor' && /^(?:true|false)?$/.test(value);

const isQuiet = (section: string, key: string, value: string): boolean =>
  isOwnWatcher(section, key, value) ||
  ((QUIET_KEYS[section]?.split(' ') ?? []).includes(key) && !/[\\!]|^"?ext::/.test(value));

/** Git's own form, read strictly: a line of any other form could be one that git takes for a setting. */
export function hasPrograms(config: string): boolean {
  let section = '';
  return config.split('\n').some((raw) => {
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) return false;
    const head = /^\[([A-Za-z][A-Za-z0-9-]*)(?: "[^"\\\]]*")?\]$/.exec(line);
    if (head !== null) {
      section = (head[1] ?? '').toLowerCase();
      return false;
    }
    const [, key = '', value = ''] = /^([A-Za-z][A-Za-z0-9-]*)(?:\s*=\s*(.*))?$/.exec(line) ?? [];
    return !isQuiet(section, key.toLowerCase(), value);
  });
}
