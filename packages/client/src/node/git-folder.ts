/** Objects, packs, logs and other git data. No such file may be executable. */
const DATA =
  /^(?:objects\/(?:[0-9a-f]{2}\/(?:[0-9a-f]{38}|[0-9a-f]{62}|tmp_obj_\w+)|pack\/(?:pack-[0-9a-f]+\.(?:pack|idx|rev|bitmap|mtimes|keep|promisor)|multi-pack-index(?:-[0-9a-f]+\.(?:rev|bitmap))?|tmp_(?:pack|idx|rev)_\w+)|info\/(?:packs|commit-graph|commit-graphs\/(?:commit-graph-chain|graph-[0-9a-f]+\.graph)))|index|sharedindex\.[0-9a-f]+|(?:worktrees\/[^/]+\/)?logs\/(?:HEAD|refs\/.+)|rr-cache\/[0-9a-f]{40}(?:\.\d+)?\/(?:pre|post|this)image(?:\.\d+)?|lfs\/objects\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}|COMMIT_EDITMSG|MERGE_MSG|SQUASH_MSG|TAG_EDITMSG|description|info\/(?:exclude|refs|sparse-checkout)|worktrees\/[^/]+\/(?:index|gitdir)|fsmonitor--daemon\.ipc)$/;
/** The executable samples of `git init`. Git runs none of them, and the hook denies every path below `.git`. */
const SAMPLE =
  /^hooks\/(?:applypatch-msg|commit-msg|fsmonitor-watchman|post-update|pre-applypatch|pre-commit|pre-merge-commit|pre-push|pre-rebase|pre-receive|prepare-commit-msg|push-to-checkout|sendemail-validate|update)\.sample$/;

const COMMIT = '(?:[0-9a-f]{40}|[0-9a-f]{64})';
const NAMES_COMMIT = new RegExp(`^(?:${COMMIT}|ref: refs/[^\\s;&|\`$()<>]+)\\n?$`);
const COMMITS = new RegExp(`^(?:${COMMIT}\\n)*$`);
const PACKED = new RegExp(
  `^(?:# pack-refs with:[ a-z-]*\\n)?(?:(?:${COMMIT} refs/[^\\s;&|\`$()<>]+|\\^${COMMIT})\\n)*$`,
);
const FETCHED = new RegExp(`^(?:${COMMIT}\\t(?:not-for-merge)?\\t[^\\n;&|\`$()<>]*\\n)*$`);

type Kind = 'data' | 'sample' | { readonly holds: (text: string) => boolean } | undefined;

const withoutModules = (path: string): string =>
  path.replace(
    /^modules\/(?:[^/]+\/)+?(?=HEAD$|config$|description$|index$|hooks\/|info\/|packed-refs$|objects\/|refs\/|logs\/)/,
    '',
  );

/** The expected kind of a file below `.git`. `undefined`: neither a clone nor everyday work writes such a file. */
export function kindOf(given: string): Kind {
  const path = withoutModules(given);
  if (isSettings(path)) return { holds: (text) => !hasPrograms(text, given.slice(0, given.length - path.length)) };
  if (/^worktrees\/[^/]+\/commondir$/.test(path)) return { holds: (text) => /^\.\.\/\.\.\n?$/.test(text) };
  if (/^(?:refs\/.+|(?:worktrees\/[^/]+\/)?(?:HEAD|ORIG_HEAD))$/.test(path))
    return { holds: (text) => NAMES_COMMIT.test(text) };
  if (/^(?:shallow|(?:MERGE|CHERRY_PICK|REVERT|AUTO)_(?:HEAD|MERGE))$/.test(path))
    return { holds: (text) => COMMITS.test(text) };
  if (path === 'packed-refs') return { holds: (text) => PACKED.test(text) };
  if (/^(?:worktrees\/[^/]+\/)?FETCH_HEAD$/.test(path)) return { holds: (text) => FETCHED.test(text) };
  if (SAMPLE.test(path)) return 'sample';
  return DATA.test(path) ? 'data' : undefined;
}

const isSettings = (path: string): boolean => /^config(?:\.worktree)?$/.test(path);

/** Settings that a clone, a submodule or everyday work writes. Any other setting may run a program. */
const QUIET_KEYS: Readonly<Record<string, string>> = {
  core: 'repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf longpaths sparsecheckout sparsecheckoutcone commitgraph untrackedcache quotepath abbrev',
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

/** True enables git's own file system monitor; any other value is a program to run. */
const isOwnWatcher = (section: string, key: string, value: string): boolean =>
  section === 'core' && key === 'fsmonitor' && /^(?:true|false)?$/.test(value);

/** The worktree setting of a submodule must point into the repository that contains `modules`. */
function isOwnTree(section: string, key: string, value: string, modules: string): boolean {
  if (section !== 'core' || key !== 'worktree' || modules === '') return false;
  const root = '../'.repeat(modules.split('/').length);
  return value.startsWith(root) && !/["\\]|(?:^|\/)\.\.(?:\/|$)/.test(value.slice(root.length));
}

/** Git joins quoted parts. `NAME::…` is an address that runs the program `git-remote-NAME`. */
const isProgram = (value: string): boolean => /[\\!]|^\s*[\w.+-]+::/.test(value.replaceAll('"', ''));

const isQuiet = (section: string, key: string, value: string): boolean =>
  isOwnWatcher(section, key, value) || ((QUIET_KEYS[section]?.split(' ') ?? []).includes(key) && !isProgram(value));

/** Parses git's own format strictly: git could treat any other line as a setting. `modules` is `modules/…/` for a submodule. */
function hasPrograms(config: string, modules: string): boolean {
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
    const name = key.toLowerCase();
    return !isQuiet(section, name, value) && !isOwnTree(section, name, value, modules);
  });
}
