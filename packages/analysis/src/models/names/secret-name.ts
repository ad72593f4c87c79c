/** Variable names that hold secrets, recognised by a word in them. */
const SECRET_WORD =
  /(?:^|_)(?:API_?KEY|ACCESS_?KEY(?:_ID)?|SECRET(?:_?KEY)?|SECRET_ACCESS_KEY|PRIVATE_?KEY|SIGNING_?KEY|ENCRYPTION_?KEY|TOKEN|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|CREDENTIALS?|CREDS?|ENV_(?:NAME|VAR|VALUE|DATA|DUMP)|MNEMONIC|SEED(?:_PHRASE)?|AUTH|AUTHORIZATION|BEARER|PAT|COOKIE|SESSION_?ID|WEBHOOK(?:_URL)?|DSN|CONNECTION_STRING|DATABASE_URL|KEY)(?:_|\d|$)/;

const HARMLESS = new Set([
  'PWD',
  'OLDPWD',
  'SSH_AUTH_SOCK',
  'AUTH_TYPE',
  'GPG_KEY',
  'KEY',
  'PASS',
  'TOKEN_LIMIT',
  'PUBLIC_KEY',
  // Address for push messages.
  'DEVICE_TOKEN',
]);

export function isSecretName(name: string): boolean {
  const folded = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
  if (
    HARMLESS.has(folded) ||
    /(?:CONTINUATION|NEXT|PAGE|CURSOR|SYNC|CANCELLATION|CSRF|DESIGN|RESUME)_TOKENS?|MAX_TOKENS?|TOKENS?_(?:COUNT|LIMIT|MAX)|(?:PUBLIC|ANON|PUBLISHABLE)_KEY|(?<!ACCESS_)KEY_ID$|KEY_(?:NAME|COUNT|FILE|PATH)$|(?<!(?:^|_)ENV)_(?:FILE|PATH|DIR|FILENAME|LENGTH|TYPE|NAME|COUNT|MINT|DECIMALS|SYMBOL|ADDRESS|ADDR)$|TOKEN_(?:ID|URL|IN|OUT|A|B)$/.test(
      folded,
    )
  )
    return false;
  return SECRET_WORD.test(folded);
}

const GENERIC = new Set(
  'API KEY TOKEN SECRET ACCESS PRIVATE SIGNING AUTH BEARER PASSWORD PASS USER MY THE APP CLIENT SERVICE PROD DEV TEST ID URL WEBHOOK BASE PERSONAL BOT ADMIN SESSION OAUTH REFRESH DATABASE DB ENV NEXT PUBLIC VITE'.split(
    ' ',
  ),
);

/** `STRIPE_SECRET_KEY` → `['stripe']`: the words of a variable name that identify the issuer. */
export const brandWords = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word.length >= 3 && !GENERIC.has(word))
    .map((word) => word.toLowerCase());

/** `TOOL_CREDENTIALS` may name a file or hold its content; a token or a password is never a file name. */
export const mayNamePlace = (name: string): boolean => /(?:CREDENTIALS?|CREDS|COOKIES?|KEYPAIR)$/.test(name);
