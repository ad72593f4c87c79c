import { registrableDomain } from '../origins/origin.ts';
import { ISSUERS, type Issuer } from './issuers.data.ts';
import { brandWords } from './secret-name.ts';

const byWord = new Map(ISSUERS.flatMap((issuer) => issuer.words.map((word) => [word, issuer] as const)));

/** Who issued the secret of this name; `undefined` when the name does not say. */
export const issuerOf = (label: string): Issuer | undefined =>
  [...brandWords(label), ...(label.toLowerCase().match(/^[a-z]{2}(?=_)/) ?? [])]
    .map((word) => byWord.get(word))
    .find((issuer) => issuer !== undefined);

/** Who answers at a host, when it is one of those everybody knows. */
export function issuerAt(host: string): Issuer | undefined {
  const domain = registrableDomain(host);
  return ISSUERS.find(({ domains }) => domains.includes(domain) || domains.some((one) => host.endsWith(`.${one}`)));
}

/** A secret whose name says whose it is, on its way to somebody else. */
export function isStray(label: string, host: string): boolean {
  const issuer = issuerOf(label);
  if (issuer === undefined || host === '' || !host.includes('.')) return false;
  // No such top-level domain can be: a name that stands for an address.
  if (/\.(?!xn--)[a-z0-9]*-[a-z0-9-]*$/i.test(host)) return false;
  const owner = issuerAt(host);
  if (owner === issuer || issuer.domains.some((domain) => host === domain || host.endsWith(`.${domain}`))) return false;
  // A gateway or a compatible service takes the key of the provider it stands for.
  return !(issuer.isModelProvider === true && (owner?.isModelProvider === true || MODEL_WORDS.test(host)));
}

const MODEL_WORDS = /(?:^|[.-])(?:ai|llm|api|gateway|proxy|openai|models?)(?:[.-]|$)/;
