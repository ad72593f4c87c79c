/**
 * Commands and contents by which somebody else keeps a way in, or sees everything from then on. Members follow the public
 * catalogues (ATT&CK: account manipulation, valid accounts, traffic signalling, credential dumping, impair defences); each
 * is told from its everyday twin by what `unless` names.
 */
export type WayIn = { readonly what: string; readonly shape: RegExp; readonly unless?: RegExp };

/** Over the line of a command, program first. */
export const COMMANDS: readonly WayIn[] = [
  {
    what: 'A key that came over the net opens the account',
    shape: /\b(?:curl|wget|iwr)\b[^\n;]{0,300}(?:\|\s*gh\s+ssh-key\s+add|>>?\s*["']?\S{0,60}authorized_keys)/i,
    unless: /(?:github|gitlab)\.com\/(?:\$|<|\{|YOUR)/i,
  },
  {
    what: 'Somebody named here is given the rights of an owner',
    shape: /^gh\s+api\s.{0,200}\/collaborators\/(?![$<{␀])[\w-]+.{0,120}permission=(?:admin|maintain|push)/i,
  },
  {
    what: 'Somebody named here may publish the packages of the user',
    shape:
      /^(?:npm|pnpm)\s+owner\s+add\s+(?![$<{␀])[\w.-]+\s|^gem\s+owner\s.{0,120}(?:--add|-a)\s+(?![$<{␀])\S+@\S+|^cargo\s+owner\s.{0,80}(?:--add|-a)\s+(?![$<{␀])\S+|^npm\s+access\s+grant\s+read-write\s+(?![$<{␀])\S+/i,
    unless: /\b(?:your|user(?:name)?|someone|alice|bob|new-?(?:owner|maintainer)|you@|example\.(?:com|org))\b/i,
  },
  {
    what: 'A key that is written here opens the account',
    shape: /^(?:gh|glab)\s+api\s.{0,160}\/keys\b.{0,200}key=["']?(?:ssh-|ecdsa-)[\w-]+\s+AAAA/i,
  },
  {
    what: 'Somebody named here is given the rights of an owner',
    shape:
      /^gcloud\s.{0,80}add-iam-policy-binding\s.{0,200}user:(?![$<{␀])[\w.+-]+@(?:gmail|outlook|hotmail|proton|yahoo)\.\w+.{0,120}roles\/(?:owner|editor)|^az\s+role\s+assignment\s+create\s.{0,160}--assignee\s+(?![$<{␀])[\w.+-]+@(?:gmail|outlook|hotmail|proton|yahoo)\.\w+.{0,120}Owner/i,
  },
  {
    what: 'Everybody may do everything in the cluster',
    shape:
      /^kubectl\s+create\s+clusterrolebinding\s.{0,160}cluster-admin.{0,160}(?:system:(?:anonymous|unauthenticated|serviceaccounts)|=default:default)/i,
  },
  {
    what: 'The machine joins a network of somebody named here',
    shape:
      /^(?:tailscale\s+(?:up|login)|netbird\s+up|zerotier-cli\s+join|twingate\s)\s?.{0,120}(?:tskey-[\w-]{4,}|--setup-key\s+(?![$<{␀])[\w-]{8,})/i,
    unless: /tskey-(?:\w{1,12}-)?(?:x{3,}|your|example|key\b)/i,
  },
  {
    what: 'A key is made that may write to the repository',
    shape:
      /^gh\s+(?:api\s.{0,120}\/keys\b.{0,200}read_only=false|repo\s+deploy-key\s+add\s.{0,80}(?:-w|--allow-write))/i,
  },
  {
    what: 'The terminal is shown to whoever has the address',
    shape: /^(?:tmate\s.{0,80}-(?:k|S|F)\b|ttyd\s.{0,80}(?:ba|z)?sh\b|gotty\s.{0,40}-w\b|sshx\b|upterm\s+host\b)/i,
    unless: /-i\s+(?:lo|127)|127\.0\.0\.1/,
  },
  {
    what: 'What protects the main branch is removed',
    shape: /^gh\s+api\s.{0,80}(?:-X|--method)[ =]DELETE\s.{0,160}\/(?:protection|rulesets\/)/i,
  },
  {
    what: 'The copies that a system keeps for its rescue are removed',
    shape:
      /^vssadmin\s+delete\s+shadows|^wmic\s+shadowcopy\s+delete|^bcdedit\s.{0,80}recoveryenabled\s+no|^wbadmin\s+delete\s+(?:catalog|systemstatebackup)|^tmutil\s+disable|^disable-computerrestore\b/i,
  },
  {
    what: 'The log of the system is wiped',
    shape:
      /^(?:wevtutil\s+cl\s+(?:security|system)|clear-eventlog\s.{0,40}security|auditpol\s+\/clear|(?:truncate|shred|rm)\s.{0,60}\/var\/log\/(?:auth|secure|wtmp|btmp|lastlog|audit)\b)/i,
  },
  {
    what: 'A program is started in the place of another',
    shape:
      /^reg\s+add\s.{0,80}image file execution options\\.{0,80}\/v\s+debugger\b|^reg\s+add\s.{0,100}(?:winlogon\b.{0,40}\/v\s+(?:shell|userinit)|appinit_dlls|UserInitMprLogonScript)/i,
  },
  {
    what: "Programs are loaded with somebody else's profiler or proxy",
    shape: /\bCOR_PROFILER_PATH\b|\bAutoConfigURL\b.{0,40}http:\/\/\d/i,
  },
  {
    what: 'The question before anything runs with all rights is switched off',
    shape:
      /^reg\s+add\s.{0,120}\/v\s+(?:EnableLUA|ConsentPromptBehaviorAdmin|DisableAntiSpyware|DisableRealtimeMonitoring)\b.{0,60}\/d\s+"?[01]\b/i,
  },
  {
    what: 'Code of somebody else becomes part of the kernel, or runs when a program crashes',
    shape: /^insmod\s+(?:\.|\/tmp|~)\S*\.ko\b|^echo\s.{0,60}>\s*\/proc\/sys\/kernel\/core_pattern/i,
  },
  {
    what: 'A program may become anybody',
    shape:
      /^setcap\s+\S*cap_(?:setuid|sys_admin|dac_override|sys_ptrace)\S*\s+\S*(?:python|perl|ruby|node|bash|sh|vim|php|gdb|tar)\S*/i,
  },
  {
    what: 'Every push is reported to somebody named here',
    shape: /^gh\s+api\s.{0,120}\/hooks\b.{0,300}config\[url\]=https?:\/\/(?![$<{␀])/i,
  },
  {
    what: 'Every push also goes to somebody named here',
    shape: /^git\s+remote\s+set-url\s+--add\s+--push\s+\S+\s+(?:https?:\/\/|git@|ssh:)(?![$<{␀])/i,
    unless: /(?:github|gitlab|bitbucket|codeberg|gitee)\.(?:com|org)/i,
  },
  {
    what: 'The store of passwords of the system is copied',
    shape:
      /^reg\s+save\s+hklm\\(?:sam|security|system)\b|^rundll32\s.{0,80}comsvcs\.dll\W{1,4}MiniDump|^procdump\S*\s.{0,40}\blsass|^ntdsutil\s.{0,80}\bifm\b|^(?:mimikatz|secretsdump(?:\.py)?|lazagne)(?:\.exe)?["']?(?:\s|#).*\w/i,
    // Of a machine that is named on the line: what testers are asked to do. A stranger wants those of the machine that it runs on.
    unless: /^secretsdump\S*\s.{0,200}@|\/(?:domain|dc|target):/i,
  },
  {
    what: 'The engine of containers takes orders from everybody',
    shape: /^dockerd?\s.{0,80}-H[= ]*tcp:\/\/0\.0\.0\.0/i,
  },
  { what: 'Everybody may write to the store', shape: /\bpublic-read-write\b/ },
  {
    what: 'A port of the machine is led to an address outside',
    shape:
      /^netsh\s+interface\s+portproxy\s+add\s.{0,160}connectaddress=(?!127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d/i,
  },
  {
    what: 'Names are looked up by somebody named here',
    shape:
      /^(?:networksetup\s+-setdnsservers\s+\S+|netsh\s+interface\s+ip(?:v4)?\s+(?:set|add)\s+dns\S*\s.{0,80}|set-dnsclientserveraddress\s.{0,120}|nmcli\s.{0,80}ipv4\.dns)\W+(?!1\.1\.1\.1|1\.0\.0\.1|8\.8\.|9\.9\.9\.9|208\.67\.|223\.[56]\.|114\.114\.|119\.29\.|127\.|10\.|192\.168\.|172\.|empty|auto)\d{1,3}(?:\.\d{1,3}){3}/i,
  },
  {
    what: 'The signatures of packages are switched off for a source',
    shape:
      /^go\s+env\s+-w\s.{0,160}GOPROXY=https?:.{0,160}(?:GONOSUMDB=\*|GONOSUMCHECK|GOFLAGS=-insecure|GOSUMDB=off)/i,
  },
  {
    what: 'The index of packages is replaced by one without a lock',
    shape: /^gem\s+sources\s.{0,160}(?:--add|-a)\s+http:\/\/.{0,160}(?:--remove|-r)\s+https:\/\/rubygems/i,
  },
];

/** Over what is written, with the place it is written to. */
export const CONTENTS: readonly (WayIn & { readonly path: RegExp })[] = [
  {
    what: 'A program is run when another one crashes, or when a group of processes ends',
    path: /\/proc\/sys\/kernel\/core_pattern$|\/release_agent$|\/proc\/sys\/kernel\/modprobe$/,
    shape: /\S/,
  },
  {
    what: 'A program is run at every login',
    path: /\/etc\/pam\.d\//,
    shape: /\bpam_exec\.so\s+(?:\/tmp|\/var\/tmp|\/dev\/shm|~|\/home)/,
  },
  {
    what: 'Everything is also encrypted for somebody named here',
    path: /\.gnupg\/gpg\.conf$/,
    shape: /^[ \t]*(?:hidden-)?encrypt-to\s+\S+@\S+/m,
  },
  {
    what: 'Anybody may log in as the administrator',
    path: /\/etc\/ssh\/sshd_config/,
    shape: /^[ \t]*PermitRootLogin\s+yes|^[ \t]*PermitEmptyPasswords\s+yes/im,
  },
  { what: 'Anybody may log in', path: /\/etc\/pam\.d\//, shape: /\bsufficient\b.{0,40}\bpam_permit\b/ },
  {
    what: 'Every password is shown to a program',
    path: /\/etc\/pam\.d\//,
    shape: /\bpam_exec\.so\b[^\n]{0,80}\bexpose_authtok\b/,
  },
  {
    what: 'Names of others lead to a machine that is named here',
    path: /\/etc\/hosts$|drivers\/etc\/hosts$/i,
    shape:
      /^[ \t]*(?!127\.|0\.0\.0\.0|::1|10\.|192\.168\.|172\.|␀|\$)\d{1,3}(?:\.\d{1,3}){3}[ \t]+[^\n]*\b(?:registry\.npmjs\.org|pypi\.org|github\.com|api\.(?:openai|anthropic)\.com|google\.com|microsoft\.com|amazonaws\.com)\b/im,
  },
  {
    what: 'Passwords of repositories are handed to a program that sends',
    path: /gitconfig$|\.git\/config$|git\/config$/i,
    shape: /\bhelper\s*=\s*["']?!(?=[^\n]*\b(?:curl|wget|nc|ncat)\b)[^\n]+/i,
  },
  {
    what: 'Every connection goes through somebody named here',
    path: /\.ssh\/config$/,
    shape:
      /^[ \t]*Host\s+\*[\s\S]{0,400}?^[ \t]*(?:RemoteForward\s+\d+\s+\S*:22\b|Proxy(?:Command|Jump)\s+\S*(?:ssh\s.{0,80})?[\w.-]+@?[\w-]+\.[a-z]{2,})/im,
    unless: /cloudflared|aws\s+ssm|session-manager|corp|internal/i,
  },
  {
    what: 'Images come from a place without a lock',
    path: /docker\/daemon\.json$/,
    shape: /registry-mirrors["'\s:[]+["']http:\/\/(?!localhost|127\.|10\.|192\.168\.|172\.)/,
  },
  {
    what: 'Names are looked up by somebody named here',
    path: /\/etc\/resolv\.conf$/,
    shape:
      /^[ \t]*nameserver\s+(?!1\.1\.1\.1|1\.0\.0\.1|8\.8\.|9\.9\.9\.9|208\.67\.|223\.[56]\.|114\.114\.|127\.|10\.|192\.168\.|172\.|␀)\d/m,
  },
  {
    what: 'Packages of a source are trusted without a signature',
    path: /sources\.list/,
    shape: /\btrusted=yes\b[^\n]{0,80}\bhttps?:\/\/(?!localhost|127\.)/,
  },
  {
    what: 'The log of everything goes to somebody named here',
    path: /rsyslog|syslog\.conf/,
    shape:
      /^[ \t]*\*\.\*\s+@{1,2}(?!localhost|127\.|10\.|192\.168\.|␀)(?!(?:[\w-]+\.)*(?:corp|(?:my|your)?company|contoso|internal|local|lan)(?:\.(?:com|org|net|local))?\b(?![.-]))[\w-]+\.[\w.-]+/m,
  },
  {
    what: 'The browser is made to install an extension from somewhere',
    path: /policies\/(?:managed|recommended)|managed_preferences|policies\.json$/i,
    shape:
      /Extension(?:Install(?:Forcelist|Sources)|Settings)[\s\S]{0,200}https?:\/\/(?!clients2\.google|edge\.microsoft|addons\.mozilla)/,
  },
  {
    what: 'Every program started there loads a file out of the home folder first',
    path: /(?:^|\/)\.(?:envrc|bashrc|bash_profile|zshrc|zshenv|profile|zprofile)$|\/etc\/(?:environment|profile)|ld\.so\.preload$/,
    shape:
      /\b(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES|LD_AUDIT)=["']?(?:\$\{?HOME\}?|~|\/(?:var\/)?tmp|\/dev\/shm)|\bNODE_OPTIONS=[^\n]{0,200}(?:--require|--import|--loader|-r)[= ]["']?(?:\$\{?HOME\}?|~|\/(?:var\/)?tmp)\/|\b(?:PYTHONSTARTUP|BASH_ENV)=["']?(?:(?:\$\{?HOME\}?|~)\/\.cache|\/(?:var\/)?tmp)\//,
  },
  {
    what: 'Everything in the terminal is sent on',
    path: /\.(?:bashrc|bash_profile|zshrc|profile|zprofile)$/,
    shape: /\bscript\s+-\w+[^\n]{0,80}(?:\bnc\b|\bncat\b|\bcurl\b|\/dev\/tcp\/|\bssh\b)/,
  },
];
