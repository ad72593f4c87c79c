import type { PathClass } from '../../types/index.ts';

/** Credential files of tools in hidden folders of the home folder, recognised by the shape of their paths. */
const BY_SHAPE =
  /^~\/(?:\.|library\/application support\/)(?:[^/]{1,60}\/){1,4}(?:auth|credentials?|tokens?|access[-_]?tokens?|secrets?|api[-_]?keys?|keys?|keystore|[\w-]{0,30}keypair)(?:\.(?:json|ya?ml|toml|ini|txt|db|xml|enc|dat))?$|(?:^|\/)keypair\.json$/;

/**
 * Classes of paths by their ends or folders. The first matching row wins, so secrets come before folders. Paths are
 * normalised: forward slashes, `~` for the home folder, lower case.
 */
const TABLE: readonly (readonly [PathClass, RegExp])[] = [
  ['authorized-keys', /\.ssh\/authorized_keys/],
  [
    'ssh-key',
    /\.ssh(?:\/(?:id_|identity|.{0,40}(?:key|_rsa|_ed25519|\*)|$)|$)|\.ssh\/(?!(?:config|known_hosts|authorized_keys|environment|rc|agent|control|cm|mux|master|sockets?|tmp|allowed_signers)(?:[./_-]|$))[\w.-]{1,64}$|(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)$|\.(?:ppk|pem)$|ssh_host_.{1,20}_key$/,
  ],
  [
    'cloud-credential',
    /(?<![\w-])\.aws(?:\/(?:credentials|config|sso|\*|$)|$)|\.config\/gcloud|gcloud\/.{0,80}credentials|application_default_credentials|\.azure(?:\/|$)|\.kube(?:\/(?:config|\*|$)|$)|kubeconfig$|service-?account.{0,40}\.json$|\.oci\/config|\.config\/doctl|\.terraform\.d\/credentials|\.vault-token|\.s3cfg|\.boto$/,
  ],
  [
    'token-file',
    /\.netrc|\.composer\/auth\.json|\.gradle\/gradle\.properties|\.m2\/settings\.xml|\.renviron|\.npmrc|\.pypirc|\.git-credentials|\.config\/git\/credentials|\.docker\/config\.json|\.config\/gh\/hosts|\.config\/hub$|\.gem\/credentials|\.cargo\/credentials|\.pgpass|\.my\.cnf|\.config\/op\/|\.huggingface\/token|\.cache\/huggingface\/token|\.gnupg|secring|\.config\/rclone|\.htpasswd|\.wrangler\/config|\.config\/configstore|\.supabase\/access-token|\.snowflake\/(?:connections|config)\.toml|\.dbt\/profiles|\.config\/(?:stripe|glab-cli|ngrok|hcloud|heroku|filezilla)\/|\.fly\/config|\.databrickscfg|containers\/auth\.json|\.msmtprc|nuget\.config$|^(?:~|\/etc)\/.{0,20}\bpip\.conf$|\.bundle\/config|\.railway\/config|com\.vercel\.cli\/auth|\.terraformrc|\.aliyun\/config|\.age\/|\.config\/age\/|\.putty\/|\.subversion\/auth|\.mc\/config\.json|\.expo\/state|globalstorage\/state\.vscdb|^\/etc\/wireguard|\.config\/filezilla/,
  ],
  [
    'wallet',
    /wallet\.dat|keystore\/utc|\.ethereum\/|\.bitcoin(?:\/|$)|\.electrum|exodus|\.config\/solana(?:\/id\.json)?$|solana\/id\.json|\.foundry\/keystores|metamask|phantom.{0,20}(?:wallet|extension)|nkbihfbeogaeaoehlefnkodbefgpgknn|ledger live|trezor|atomic\/local storage|\.monero/,
  ],
  [
    'browser-store',
    // Bookmarks, icons and preferences are personal, but they are not credentials.
    /^(?!.*\/(?:bookmarks(?:\.plist)?|favicons|bookmarkmergedsurfaceordering|(?:secure )?preferences)$).*(?:(?:login data|(?<![\w-])cookies(?:\.sqlite|\.binarycookies)?$|key4\.db|logins\.json|web data$|local state$)|google[/-]chrome(?:\/|$)|\.config\/chromium|bravesoftware|mozilla\/firefox|firefox\/profiles|library\/(?:safari|cookies)|microsoft\/edge\/user data|opera software|chrome\/user data|arc\/user data)/,
  ],
  [
    'keychain',
    /keychains?\/|login\.keychain|\.keychain(?:-db)?$|kwallet|gnome-keyring|\.local\/share\/keyrings|library\/keychains|microsoft\/credentials|microsoft\/protect|windows\/system32\/config\/(?:sam|system|security)/,
  ],
  ['password-store', /\.password-store|\.kdbx|1password|bitwarden|lastpass|keepass/],
  [
    'system-secret',
    /^\/etc\/(?:shadow|gshadow|master\.passwd|ssl\/private|krb5\.keytab)|^\/proc\/(?:self|\d+|\*)\/environ|^\/var\/run\/secrets|^\/run\/secrets|^\/etc\/passwd$/,
  ],
  ['sudoers', /^\/etc\/sudoers/],
  ['hosts-file', /^\/etc\/hosts$|system32\/drivers\/etc\/hosts/],
  [
    'skill-folder',
    /(?:^|\/)\.?(?:claude|codex|agents?|cursor|openclaw|clawdbot|gemini|copilot|github)\/skills(?:\/|$)|\/skills\/[^/]{1,80}\/skill\.md$/,
  ],
  [
    'agent-secret',
    /\.(?:claude|codex|gemini|openclaw|clawdbot|moltbot|cursor|continue|aider|copilot|qwen|opencode)\/(?:.{0,60}\/)?(?:\.?credentials|auth|oauth|token|secrets?|openclaw|\.env)[^/]{0,40}$|\.claude\.json$|claude\/\.credentials|github-copilot\/(?:hosts|apps)/,
  ],
  [
    'agent-transcript',
    // Media files in these folders contain no conversation.
    /^(?!.*\.(?:png|jpe?g|gif|webp|svg|mp[34]|mov|wav)$).*(?:\.(?:claude|codex|cursor|openclaw|clawdbot)\/(?:.{0,60}\/)?(?:projects|sessions|history|transcripts|conversations|logs?)(?:\/|\.jsonl|$)|chat_?history|conversation_?history|\.claude\/history)/,
  ],
  [
    'agent-memory',
    /(?:^|\/)(?:claude|claude\.local|agents?|gemini|codex|soul|memory|identity|user|heartbeat|tools|bootstrap|copilot-instructions|\.cursorrules|\.windsurfrules|\.clinerules|conventions)\.md$|\.cursorrules|\.windsurfrules|\.clinerules|\.cursor\/rules|\.github\/copilot-instructions|\.claude\/(?:memory|rules|agents|commands)|\.(?:openclaw|clawdbot)\/(?:workspace\/)?memory(?:\/|$)|memory\.json$/,
  ],
  [
    'agent-config',
    /\.claude\/settings|\.claude\/hooks|claude_desktop_config|\.mcp\.json|mcp(?:_settings|\.config|_config)?\.json|\.cursor\/mcp|\.codex\/config|\.gemini\/settings|\.vscode\/(?:settings|mcp|tasks)\.json|\.(?:openclaw|clawdbot)\/|\.config\/(?:claude|opencode)|\.claude(?:\/|$)|\.codex(?:\/|$)/,
  ],
  [
    'env-file',
    /(?:^|\/)\.env(?:\.(?!example|sample|template|dist)[a-z0-9_.-]{1,40})?$|(?:^|\/)\.envrc$|(?:^|\/)(?:secrets?|credentials?)\.(?:ya?ml|json|toml|env|ini)$/,
  ],
  // A project's own private keys, by the paths and extensions that frameworks, signing tools and servers use.
  [
    'env-file',
    /(?:^|\/)config\/(?:master|credentials\/[\w-]{1,40})\.key$|(?:^|\/)(?:oauth-)?(?:private|server|tls|ssl|host)[\w-]{0,30}\.key$|\.(?:p12|pfx|p8|jks|keystore)$|sops\/age\/keys\.txt$|(?:^|\/)\.?vault[_-]pass(?:word)?(?:\.txt)?$/,
  ],
  ['env-file', BY_SHAPE],
  ['shell-history', /\.(?:bash|zsh|fish|python|mysql|psql|node_repl|sh)_history|fish_history|consolehost_history/],
  [
    'shell-profile',
    /\.(?:bashrc|bash_profile|bash_login|bash_logout|zshrc|zshenv|zprofile|zlogin|profile|kshrc|cshrc|tcshrc|xinitrc|xprofile|inputrc)$|\.config\/fish\/config|^\/etc\/(?:profile|bash\.bashrc|zshrc|environment)|profile\.ps1$|\.config\/(?:bash|zsh)|\$profile/,
  ],
  ['scheduler', /^\/etc\/cron|\/cron\.(?:d|daily|hourly)|^\/var\/spool\/cron|crontab$|windows\/system32\/tasks/],
  [
    'service-unit',
    /launch(?:agents|daemons)|systemd\/(?:user|system)(?!\/[\w-]+\.(?:conf|env)$)|\.config\/autostart|^\/etc\/init\.d|^\/etc\/rc\.local|^\/etc\/(?:update-motd\.d|networkmanager\/dispatcher\.d|network\/if-[a-z-]+\.d|profile\.d|x11\/xsession\.d|xdg\/autostart|acpi\/events)\/|\.config\/plasma-workspace\/(?:env|autostart)|startup\/[^/]{1,80}$|start menu\/programs\/startup|\.config\/systemd(?!\/(?:user\/)?[\w-]+\.(?:conf|env)$)|currentversion\/run/,
  ],
  ['git-hook', /\.git\/hooks|\.githooks|\.husky\/|git-?templates?\/hooks/],
  ['git-config', /\.gitconfig$|\.git\/config$|\.config\/git\/config/],
  ['container-socket', /docker\.sock|containerd\.sock|podman\.sock/],
  ['device', /^\/dev\/(?:sd|nvme|hd|disk|rdisk|mem|kmem|mapper)/],
  ['log-file', /^\/var\/log(?:\/|$)|wtmp|lastlog|\.log$/],
  ['temp', /^\/(?:var\/)?tmp(?:\/|$)|^\/dev\/shm|\$?tmpdir|%temp%|appdata\/local\/temp|^\/private\/tmp/],
  ['root', /^\/\*?$|^[a-z]:\/\*?$|^\/\.?$/],
  ['home', /^(?:~|\/(?:home|users)\/[^/]{1,64}|\/root|%userprofile%)\/?\*?$|^(?:~|\/root)\/?\.?\*?$/],
  [
    'system',
    /^\/(?:etc|usr|bin|sbin|lib|lib64|boot|opt|sys|proc|system|library|var\/lib)(?:\/|$)|^[a-z]:\/(?:windows|program files)/,
  ],
];

/** Spellings of the home folder in shells and languages, folded into `~`. */
const HOME_SPELLINGS =
  /^(?:\$\{?home\}?|%userprofile%|%homepath%|\$env:userprofile|\$env:home|\$home|␀?\/?(?:home|users)\/(?:\$\{?user\}?|␀|[a-z0-9._-]{1,40}))(?=\/|$)/;

export function normalisePath(path: string): string {
  let folded = path
    .trim()
    .replaceAll('\\', '/')
    .toLowerCase()
    .replace(/^file:\/\//, '');
  folded = folded.replace(HOME_SPELLINGS, '~').replace(/\/(?:\.?\/)+/g, '/');
  while (folded.startsWith('./')) folded = folded.slice(2);
  return folded.includes('/..') ? withoutDetours(folded) : folded;
}

/** `~/.ssh/../notes` is `~/notes`. */
function withoutDetours(path: string): string {
  const out: string[] = [];
  for (const segment of path.split('/')) {
    const last = out.at(-1);
    if (segment === '..' && last !== undefined && last !== '' && last !== '..' && last !== '~') out.pop();
    else out.push(segment);
  }
  return out.join('/');
}

const PATH_CHARS_MAX = 512;
/** No system opens a path longer than this, so a longer text is not a path. */
const OPENED_CHARS_MAX = 4_096;
/**
 * Public keys, certificates and ids of chats and people are not secrets; samples contain none. In the ssh folder only
 * `.pub` marks a public key, because a private key may have any other name.
 */
const PUBLIC_FILE =
  /\.pub$|^(?!.*\.ssh\/).*(?:^|[/_.-])pub(?:lic)?(?:[_-]?key)?\.(?:pem|key|der)$|known_hosts[\w.]{0,8}$|(?:^|\/)(?:ca|cacert|ca-bundle|cert|chain|fullchain)[\w.-]{0,20}\.(?:pem|crt)$|(?:^|[/_.-])(?:chat|channel|user|group|guild|room|thread|device)[_-]?ids?(?:\.(?:txt|json))?$|\.(?:example|sample|template)$/;

/** A cache: loops and calls ask about the same few words of a program again and again. */
const KNOWN_MAX = 4_096;
const known = new Map<string, PathClass>();

export function classifyPath(path: string): PathClass {
  const before = known.get(path);
  if (before !== undefined) return before;
  const found = classify(path);
  if (known.size >= KNOWN_MAX) known.clear();
  if (path.length <= PATH_CHARS_MAX) known.set(path, found);
  return found;
}

function classify(path: string): PathClass {
  // Callers also pass whole files, repeatedly.
  const folded = normalisePath(path.length > OPENED_CHARS_MAX ? path.slice(-OPENED_CHARS_MAX) : path);
  // The rows match the end of a path.
  if (folded.length > PATH_CHARS_MAX) return classify(folded.slice(-PATH_CHARS_MAX));
  if (folded.length === 0 || PUBLIC_FILE.test(folded)) return 'other';
  if (folded === '.' || folded === './' || folded === '*' || folded === './*') return 'workspace';
  return TABLE.find(([, shape]) => shape.test(folded))?.[0] ?? 'other';
}

const SECRET_PATHS: ReadonlySet<PathClass> = new Set<PathClass>([
  'ssh-key',
  'cloud-credential',
  'token-file',
  'env-file',
  'browser-store',
  'keychain',
  'password-store',
  'wallet',
  'system-secret',
  'agent-secret',
]);

export const isSecretPath = (path: PathClass): boolean => SECRET_PATHS.has(path);
