import { registrableDomain } from '../origins/origin.ts';
import { ISSUERS, type Issuer } from './issuers.data.ts';
import { brandWords } from './secret-name.ts';

const byWord = new Map(ISSUERS.flatMap((issuer) => issuer.words.map((word) => [word, issuer] as const)));

/** The issuer of a secret by the secret's name; `undefined` if the name does not show it. */
export const issuerOf = (label: string): Issuer | undefined =>
  [...brandWords(label), ...(label.toLowerCase().match(/^[a-z]{2}(?=_)/) ?? [])]
    .map((word) => byWord.get(word))
    .find((issuer) => issuer !== undefined);

/** The known issuer at a host; `undefined` for any other host. */
export function issuerAt(host: string): Issuer | undefined {
  const domain = registrableDomain(host);
  const itself = ISSUERS.find(({ domains }) => domains.includes(host));
  if (itself !== undefined) return itself;
  return ISSUERS.find(({ domains }) => domains.includes(domain) || domains.some((one) => host.endsWith(`.${one}`)));
}

/** Secrets that open a database, sign for a server or hold money: no web service accepts one as a login. */
const NEVER_SHOWN =
  /^(?:DATABASE_URL|DB_(?:PASS|PASSWORD|URL)|PG_?PASSWORD|POSTGRES_PASSWORD|MYSQL_(?:ROOT_)?PASSWORD|REDIS_URL|MONGO(?:DB)?_URI|JWT_SECRET(?:_KEY)?|SECRET_KEY_BASE|DJANGO_SECRET_KEY|FLASK_SECRET_KEY|SESSION_SECRET|NEXTAUTH_SECRET|ENCRYPTION_KEY|MNEMONIC|SEED_PHRASE|WALLET_PRIVATE_KEY|DEPLOYER_PRIVATE_KEY|SSH_PRIVATE_KEY|KUBECONFIG)$/i;

/** The same by the shape of the name: keys that sign, recover a wallet or open a key store, for any tool. */
const NEVER_SHOWN_SHAPE =
  /(?:^|_)(?:PRIVATE_KEY|MNEMONIC|SEED_PHRASE|SIGNER_KEY|RECOVERY_PHRASE|KEYSTORE_PASS(?:WORD|PHRASE)?|WALLET_PASS(?:WORD|PHRASE)?|(?:GPG|SSH|SIGNING|KEY|BORG|RESTIC)_PASS(?:WORD|PHRASE)|VAULT_PASS(?:WORD|PHRASE)?|SERVICE_ACCOUNT_TOKEN)$/i;

/**
 * These secrets must not be sent to any host. Exception: the key's name contains the host's name, because a service may
 * issue such keys itself.
 */
const isNeverShown = (label: string, host: string): boolean =>
  host.includes('.') &&
  (NEVER_SHOWN.test(label) ||
    (NEVER_SHOWN_SHAPE.test(label) &&
      !brandWords(label).some((word) => word.length >= 3 && !COMMON_WORDS.has(word) && host.includes(word))));
const COMMON_WORDS: ReadonlySet<string> = new Set(
  'wallet signer account vault ssh gpg eth sol key seed phrase'.split(' '),
);

/** Tokens that a CI runner gives each job for its own API, and the hosts of that API. */
const JOB_TOKENS: readonly (readonly [RegExp, RegExp])[] = [
  [/^ACTIONS_(?:RUNTIME|ID_TOKEN_REQUEST)_TOKEN$/, /(?:^|\.)(?:github|githubusercontent|ghe)\.com$/],
  [/^CI_(?:JOB_TOKEN|REGISTRY_PASSWORD|DEPLOY_PASSWORD)$/, /gitlab/],
  [/^SYSTEM_ACCESSTOKEN$/, /(?:^|\.)(?:azure|visualstudio)\.com$/],
];

/** Whether a secret is sent to a host that does not belong to the issuer in its name. */
export function isStray(label: string, host: string): boolean {
  if (isNeverShown(label, host)) return true;
  const job = JOB_TOKENS.find(([name]) => name.test(label));
  if (job !== undefined) return host.includes('.') && !job[1].test(host);
  const issuer = issuerOf(label);
  if (issuer === undefined || host === '' || /^[a-z][a-z0-9-]*$/i.test(host)) return false;
  // No top-level domain has a hyphen: the host is a placeholder.
  if (/\.(?!xn--)[a-z0-9]*-[a-z0-9-]*$/i.test(host)) return false;
  const owner = issuerAt(host);
  if (isTenant(issuer, host)) return false;
  // `ACME_NPM_TOKEN` at `npm.acme.example`: the name contains both the tool and the service.
  if (brandWords(label).some((word) => word.length >= 4 && !byWord.has(word) && host.includes(word))) return false;
  if (owner === issuer || issuer.domains.some((domain) => host === domain || host.endsWith(`.${domain}`))) return false;
  // A gateway or a compatible service accepts the key of the provider it represents.
  return !(issuer.isModelProvider === true && (owner?.isModelProvider === true || GATEWAYS.test(host)));
}

/** A host of the issuer's customer, or a self-hosted machine named after the product. */
const isTenant = ({ tenants = [], isSelfHosted, words }: Issuer, host: string): boolean =>
  tenants.some((domain) => host.endsWith(`.${domain}`)) ||
  (isSelfHosted === true && words.some((word) => host.includes(word)));

/** Gateways to several model providers, listed by domain: any host may contain a provider's name. */
const GATEWAYS =
  /(?:^|\.)(?:azure\.com|cloudflare\.com|amazonaws\.com|nvidia\.com|vercel\.(?:sh|ai)|together\.(?:ai|xyz)|fireworks\.ai|perplexity\.ai|cohere\.(?:ai|com)|x\.ai|cerebras\.ai|sambanova\.ai|deepinfra\.com|novita\.ai|helicone\.ai|portkey\.ai|braintrust\.dev|requesty\.ai|litellm\.ai|bigmodel\.cn|z\.ai|minimaxi?\.(?:io|chat|com)|volces\.com|baidubce\.com|hunyuan\.cloud\.tencent\.com|stepfun\.com|lingyiwanwu\.com|aimlapi\.com|302\.ai|poe\.com|ollama\.com|kilo\.ai|opencode\.ai|githubcopilot\.com|github\.ai|aihubmix\.com|ppinfra\.com|hyperbolic\.xyz|nebius\.(?:ai|com)|inference\.net|fal\.(?:ai|run)|elevenlabs\.io)$/i;
