/** Words that, at the start of a command, make text worth reading as shell code. */
const COMMAND_WORDS =
  /(?:^|[\s;|&("'`])(?:sudo|curl|wget|bash|sh|zsh|eval|source|python[23]?|node|deno|bun|tsx|ruby|perl|php|lua(?:jit)?|tclsh|expect|rscript|java|javac|jshell|groovy|scala|kotlin|julia|elixir|escript|runghc|ocaml|cscript|wscript|octave|swipl|ant|gdb|xargs|powershell(?:\.exe)?|pwsh|iwr|irm|iex|invoke-\w+|base64|nc|ncat|netcat|socat|rm|chmod|chown|osascript|certutil|mshta|bitsadmin|regsvr32|rundll32|npx|npm|pnpm|yarn|pip3?|pipx|uvx?|git|docker|crontab|tar|unzip|scp|rsync|ssh|openssl|xattr|launchctl|systemctl|schtasks|reg|dd|mkfs\S*|dig|nslookup|printenv|env|export|security|gpg|xxd|fold|grep|awk|sed|tail|head|zip|pbpaste|mkfifo|dd|brew|apt(?:-get)?|cargo|go|make|cat|echo|printf|tee|cp|mv|kill|nohup|find|sqlite3|aws|gcloud|kubectl|terraform|gh|history|defaults|setx|net|wmic|vssadmin|cipher|iptables|ufw|csrutil|spctl|open|cmd(?:\.exe)?|start-process|cloudflared|ngrok|frpc|chisel|tailscale|claude|codex|gemini|aider|msiexec|bunx|rclone|restic|age|ansible(?:-playbook)?|helm|pulumi|vercel|heroku|flyctl|doctl|mongosh|mysql|psql|redis-cli|tmutil|diskutil|networksetup|dscl|insmod|modprobe|passwd|useradd|usermod|adduser|chpasswd|tcpdump|ssh-copy-id|sftp|telnet|new-object|set-executionpolicy|add-mppreference|set-mppreference)\s+\S/i;
const SHELL_MARKS =
  /\/dev\/(?:tcp|udp)\/|\|\s*(?:ba|z|da)?sh\b|\$\([^)]|\|\s*(?:sudo|python|node|iex|base64)\b|:\(\)\s*\{/i;

/** A variable that is set to a path or an option for one command: `LD_PRELOAD=./x.so make`. */
const SET_FIRST = /^\s*(?:[A-Z_][A-Z0-9_]*=\S*\s+)*[A-Z_][A-Z0-9_]*=(?:[-.~/$]|\w+\/)\S*\s+[\w./~]/;

const SHAPE_CHARS_MAX = 20_000;

/** A cheap test that prefers false positives: text that passes is parsed as shell code, other text is prose. */
export function looksLikeCommand(text: string): boolean {
  const head = text.slice(0, SHAPE_CHARS_MAX);
  return COMMAND_WORDS.test(head) || SHELL_MARKS.test(head) || SET_FIRST.test(head);
}
