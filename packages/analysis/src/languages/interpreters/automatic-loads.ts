/**
 * Files that a program loads implicitly: on install, on import, on start, on entering or opening the folder. One row
 * per program.
 */
const AUTOMATIC_LOADS: readonly (readonly [string, RegExp])[] = [
  ['npm', /^(?:package\.json|binding\.gyp|\.npmrc|npm-shrinkwrap\.json)$/],
  ['yarn and pnpm', /^(?:\.yarnrc(?:\.yml)?|\.pnp\.c?js|\.pnpmfile\.c?js|yarn-\d[\w.-]*\.c?js)$/],
  ['deno', /^deno\.jsonc?$/],
  ['bun', /^bunfig\.toml$/],
  ['pip', /^(?:setup\.py|setup\.cfg|pyproject\.toml|hatch_build\.py|build_backend\.py)$/],
  ['python', /^(?:sitecustomize\.py|usercustomize\.py|__init__\.py|__main__\.py|[^/]{1,80}\.pth)$/],
  ['python tools', /^(?:conftest\.py|noxfile\.py|tox\.ini|tasks\.py|dodo\.py)$/],
  ['cargo', /^(?:build\.rs|cargo\.toml)$/],
  ['ruby', /^(?:gemfile|rakefile|extconf\.rb|\.irbrc|\.pryrc|[\w.-]{1,80}\.gemspec)$/],
  ['php', /^(?:composer\.json|\.user\.ini)$/],
  ['perl', /^(?:makefile\.pl|build\.pl|sitecustomize\.pl)$/],
  [
    'task runners',
    /^(?:taskfile\.ya?ml|\.?justfile|gulpfile\.\w+|gruntfile\.\w+|build\.xml|(?:build|settings|init)\.gradle(?:\.kts)?|\.gdbinit|\.lldbinit|php\.ini)$/,
  ],
  ['scons and waf', /^(?:sconstruct|sconscript|wscript)$/],
  ['make', /^(?:gnumakefile|makefile|\.makerc)$/],
  ['shells', /^\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|envrc)$/],
  ['powershell', /^(?:microsoft\.(?:powershell|vscode)_)?profile\.ps1$/],
  [
    'editors and containers',
    /^(?:devcontainer\.json|tasks\.json|\.pre-commit-config\.ya?ml|lefthook\.ya?ml|mise\.toml|\.mise\.toml)$/,
  ],
  ['editors', /^(?:\.nvim\.lua|\.nvimrc|\.exrc|\.vimrc|\.dir-locals\.el|\.lvimrc)$/],
  [
    'agents',
    /^(?:hooks\.json|settings(?:\.local)?\.json|\.mcp\.json|plugin\.json|opencode\.jsonc?|\.?lsp\.json|monitors\.json|(?:gemini|qwen)-extension\.json)$/,
  ],
];

const FOLDERS =
  /(?:^|\/)(?:\.husky|\.githooks|hooks)\/[^/]{1,80}$|(?:^|\/)\.github\/workflows\/|(?:^|\/)\.cargo\/config(?:\.toml)?$|(?:^|\/)\.yarn\/(?:releases|plugins)\/|(?:^|\/)\.(?:claude|codex|gemini|cursor|windsurf|vscode|continue|roo|kiro|zed|opencode|devcontainer)\/[^/]{1,80}\.(?:jsonc?|toml)$|(?:^|\/)\.(?:gitlab-ci|travis)\.yml$|(?:^|\/)\.circleci\/|(?:^|\/)pip\.conf$|(?:^|\/)commands\/(?:[^/]{1,80}\/)*[^/]{1,80}\.toml$|(?:^|\/)\.[\w-]{1,40}-plugin\/[^/]{1,80}\.json$/i;

/** Package manifests: a tool reads them, but a file name in them is not an instruction to read or run that file. */
const DESCRIPTIONS =
  /^(?:pyproject\.toml|setup\.cfg|tox\.ini|cargo\.toml|composer\.json|deno\.jsonc?|npm-shrinkwrap\.json|gemfile|[\w.-]{1,80}\.gemspec)$/;

/** Whether some tool executes instructions from this file although nothing names it. */
export const isRunAutomatically = (path: string): boolean =>
  isLoadedAutomatically(path) && !DESCRIPTIONS.test((path.split('/').at(-1) ?? path).toLowerCase());

/** Whether some tool reads this file although nothing names it. */
export function isLoadedAutomatically(path: string): boolean {
  const name = (path.split('/').at(-1) ?? path).toLowerCase();
  return FOLDERS.test(path) || AUTOMATIC_LOADS.some(([, shape]) => shape.test(name));
}
