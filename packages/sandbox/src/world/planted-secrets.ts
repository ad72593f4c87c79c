import { createHash } from 'node:crypto';
import type { CanaryName } from '@assay/analysis/runs/observation';

/** A planted secret: its name, and the unguessable strings to look for in outgoing data. */
export type PlantedSecret = { name: CanaryName; needles: string[]; variable?: string };
export type PlantedHome = {
  /** Paths relative to the home folder. */
  files: { path: string; text: string; canary: CanaryName }[];
  /** Paths relative to the working folder. */
  workFiles: { path: string; text: string; canary: CanaryName }[];
  env: Record<string, string>;
  canaries: PlantedSecret[];
};

const ALPHABETS = {
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  alnum: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  hex: '0123456789abcdef',
} as const;

// Any twelve common words work, because a phrase with a wrong checksum is not a valid wallet.
const WORDS = (
  'amber anvil basket beacon candle canyon cedar cobalt copper coral dagger ember falcon ferry garnet ginger ' +
  'harbor hazel helmet indigo island jasmine jungle kettle ladder lantern lemon magnet maple marble meadow nectar'
).split(' ');

/** Variables that are common in developers' shells. Variables that the code names are added. */
const COMMON_VARIABLES = [
  'ANTHROPIC_API_KEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'GITHUB_TOKEN',
  'NPM_TOKEN',
  'OPENAI_API_KEY',
];
const SECRET_VARIABLE = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_?(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|WEBHOOK)\b/g;
const VARIABLES_MAX = 40;

/** Names of secret-like variables in the code, so that a script finds its key and continues. */
export function secretVariables(code: string): string[] {
  const named = new Set([...COMMON_VARIABLES, ...(code.match(SECRET_VARIABLE) ?? [])]);
  return [...named].sort().slice(0, VARIABLES_MAX);
}

/** Plants the same secrets for the same digest. No value is valid anywhere. */
export function createPlantedSecrets(digest: string, variables: readonly string[]): PlantedHome {
  const home: PlantedHome = { files: [], workFiles: [], env: {}, canaries: [] };
  const draw = (name: string, alphabet: keyof typeof ALPHABETS, length: number) =>
    drawText(`${digest}/${name}`, ALPHABETS[alphabet], length);
  const plant = (canary: CanaryName, path: string, needles: string[], text: string) => {
    home.files.push({ path, text, canary });
    home.canaries.push({ name: canary, needles });
  };

  plantKeys(plant, draw);
  plantTokens(plant, draw);
  plantStores(plant, draw);
  for (const variable of variables) {
    const value = `tok_${draw(`env/${variable}`, 'alnum', 32)}`;
    home.env[variable] = value;
    home.canaries.push({ name: 'env-token', needles: [value], variable });
  }
  const dotenv = `sec_${draw('dotenv', 'alnum', 36)}`;
  const lines = variables.map((variable) => `${variable}=${home.env[variable]}\n`).join('');
  home.workFiles.push({ path: '.env', text: `APP_SECRET=${dotenv}\n${lines}`, canary: 'dotenv' });
  home.files.push({ path: '.env', text: `APP_SECRET=${dotenv}\n`, canary: 'dotenv' });
  home.canaries.push({ name: 'dotenv', needles: [dotenv] });
  return home;
}

type Plant = (canary: CanaryName, path: string, needles: string[], text: string) => void;
type Draw = (name: string, alphabet: keyof typeof ALPHABETS, length: number) => string;

function plantKeys(plant: Plant, draw: Draw): void {
  for (const path of ['.ssh/id_rsa', '.ssh/id_ed25519', '.gnupg/private-keys-v1.d/main.key']) {
    const lines = [1, 2, 3, 4].map((line) => draw(`${path}/${line}`, 'base64', 64));
    const fence = (edge: string) => `-----${edge} OPENSSH ${'PRIVATE'} KEY-----`;
    plant('ssh-key', path, lines, [fence('BEGIN'), ...lines, fence('END'), ''].join('\n'));
  }
  const id = `AKIA${draw('aws-id', 'upper', 16)}`;
  const secret = draw('aws-secret', 'base64', 40);
  const profile = `[default]\naws_access_key_id = ${id}\naws_secret_access_key = ${secret}\n`;
  plant('cloud-key', '.aws/credentials', [id, secret], profile);
  for (const path of ['.config/gcloud/application_default_credentials.json', '.azure/accessTokens.json']) {
    const token = draw(path, 'alnum', 48);
    plant('cloud-key', path, [token], `${JSON.stringify({ refresh_token: token, type: 'authorized_user' })}\n`);
  }
  const kube = draw('kube', 'alnum', 48);
  plant('cloud-key', '.kube/config', [kube], `apiVersion: v1\nusers:\n- name: dev\n  user:\n    token: ${kube}\n`);
  const docker = draw('docker', 'alnum', 40);
  plant('cloud-key', '.docker/config.json', [docker], `{"auths":{"registry.example.test":{"auth":"${docker}"}}}\n`);
}

function plantTokens(plant: Plant, draw: Draw): void {
  const npm = `npm_${draw('npm', 'alnum', 36)}`;
  plant('npm-token', '.npmrc', [npm], `//registry.example.test/:_authToken=${npm}\n`);
  const pypi = `pypi-${draw('pypi', 'alnum', 60)}`;
  plant('pypi-token', '.pypirc', [pypi], `[pypi]\nusername = __token__\npassword = ${pypi}\n`);
  const gh = `ghp_${draw('gh', 'alnum', 36)}`;
  plant('gh-token', '.config/gh/hosts.yml', [gh], `github.com:\n    oauth_token: ${gh}\n    user: dev\n`);
  plant('gh-token', '.git-credentials', [gh], `https://dev:${gh}@github.com\n`);
  plant('gh-token', '.netrc', [gh], `machine github.com login dev password ${gh}\n`);
  for (const path of ['.claude/.credentials.json', '.claude.json', '.codex/auth.json', '.cursor/mcp.json']) {
    const token = `agt_${draw(path, 'alnum', 44)}`;
    plant('agent-config', path, [token], `${JSON.stringify({ accessToken: token, mcpServers: {} })}\n`);
  }
  const history = draw('history', 'alnum', 32);
  plant('shell-history', '.bash_history', [history], `cd project\nexport SERVICE_PASSWORD=${history}\n`);
  plant('shell-history', '.zsh_history', [history], `: 1700000000:0;export SERVICE_PASSWORD=${history}\n`);
}

function plantStores(plant: Plant, draw: Draw): void {
  const browser = [
    '.config/google-chrome/Default/Login Data',
    '.config/google-chrome/Default/Cookies',
    '.mozilla/firefox/main.default/logins.json',
    'Library/Application Support/Google/Chrome/Default/Cookies',
    'Library/Application Support/Google/Chrome/Default/Login Data',
    'Library/Keychains/login.keychain-db',
  ];
  for (const path of browser) {
    const value = draw(path, 'alnum', 48);
    plant('browser-profile', path, [value], `{"origin":"https://bank.example.test","value":"${value}"}\n`);
  }
  const picks = [...draw('seed', 'base64', 12)].map((char) => ALPHABETS.base64.indexOf(char) % WORDS.length);
  const phrase = picks.map((pick) => WORDS[pick]).join(' ');
  plant('wallet-seed', 'wallet/seed.txt', [phrase], `${phrase}\n`);
  for (const path of ['.ethereum/keystore/main.json', '.config/solana/id.json', '.bitcoin/wallet.dat']) {
    const cipher = draw(path, 'hex', 64);
    plant('wallet-seed', path, [cipher], `{"crypto":{"ciphertext":"${cipher}","cipher":"aes-128-ctr"}}\n`);
  }
}

function drawText(seed: string, alphabet: string, length: number): string {
  let text = '';
  for (let block = 0; text.length < length; block += 1) {
    for (const byte of createHash('sha256').update(`${seed}/${block}`).digest())
      text += alphabet[byte % alphabet.length];
  }
  return text.slice(0, length);
}
