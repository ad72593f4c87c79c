/** Objects and names that only git itself can read; nothing there is run. */
export const KEPT_BY_GIT = /^(?:objects|refs|logs|rr-cache|lfs\/(?:objects|cache|tmp|incomplete))$/;

const MADE_BY_GIT =
  /^(?:HEAD|config(?:\.worktree)?|description|index|packed-refs|shallow|gc\.log|gc\.pid|COMMIT_EDITMSG|MERGE_\w+|AUTO_MERGE|[A-Z]+_HEAD|SQUASH_MSG|TAG_EDITMSG|sharedindex\.[0-9a-f]+|branches\/[^/]+|hooks\/[\w-]+\.sample|info\/(?:exclude|refs|grafts|sparse-checkout)|worktrees\/[^/]+\/(?:HEAD|index|gitdir|commondir|ORIG_HEAD|FETCH_HEAD|locked)|fsmonitor--daemon(?:\.ipc)?|index\.lock|config\.lock)$/;

/** What a clone and everyday work with it leave in a `.git` folder. */
export const isMadeByGit = (path: string): boolean =>
  MADE_BY_GIT.test(
    path.replace(/^modules\/(?:[^/]+\/)+?(?=HEAD$|config$|description$|index$|hooks\/|info\/|packed-refs$)/, ''),
  );

export const isSettings = (path: string): boolean => /(?:^|\/)config(?:\.worktree)?$/.test(path);

/** Settings by which git starts a program or reads settings from elsewhere. */
const PROGRAM_SETTINGS =
  /^\s*(?:fsmonitor\s*=(?!\s*(?:true|false|1|0)\s*$)|hookspath|sshcommand|pager|editor|gitproxy|askpass|external|textconv|command|helper|program|clean|smudge|process|driver|path|cmd|uploadpack|receivepack|packobjectshook|vcs|sendmailcmd|tocmd|cccmd|proxy|attributesfile)\b|^\s*\[\s*(?:alias|include(?:if)?|filter|difftool|mergetool|pager|man|browser|guitool|trailer|sendemail)\b|ext::/im;

export const hasPrograms = (config: string): boolean =>
  PROGRAM_SETTINGS.test(config.replace(/\\\r?\n/g, '').replace(/^(\s*\[[^\]\n]*\])[ \t]*(?=\S)/gm, '$1\n'));
