import type { Found } from './shapes.harm.ts';

/** Where a value comes from that nobody can guess, in whatever language. */
const CHANCE = String.raw`(?:openssl\s+rand|gpg\s[^\n|]{0,40}--gen-random|\/dev\/u?random|Fernet\.generate_key|AESGCM\.generate_key|secrets\.token_\w+|os\.urandom|get_random_bytes|nacl\.utils\.random|randomBytes|getRandomValues|random_bytes|openssl_random_pseudo_bytes|SecureRandom|random_key|RandomNumberGenerator|RNGCryptoServiceProvider|\.generateKey\()`;
const MADE = new RegExp(
  String.raw`(?:^|[\s;{(])[$@]?\b([A-Za-z_]\w{0,40})\s*:?=\s*(?!=)[^\n;]{0,160}?${CHANCE}|(?:\brand\.Read|\.GetBytes|::Fill|getRandomValues)\(\s*[$@]?([A-Za-z_]\w{0,40})`,
  'gm',
);
const ENCRYPTS = String.raw`(?:\bopenssl\s+enc\b|\bgpg\b|\b7za?\s+a\b|\bzip\s|\bFernet\(|\bAES(?:GCM)?(?:\.new)?\(|\bChaCha20\w*(?:\.new)?\(|SecretBox\(|createCipheriv\(|subtle\.encrypt\(|\bNewCipher\(|openssl_encrypt\(|sodium_crypto_secretbox\(|\.Key\s*=|\.key\s*=|SecretKeySpec\(|CreateEncryptor\()`;
const SENDS = String.raw`(?:\bcurl\b|\bwget\b|\bncat?\b|\brequests\.\w+\(|\bhttpx\.\w+\(|\burlopen\(|\bRequest\(|\bfetch\(|\baxios\b|Invoke-(?:RestMethod|WebRequest)|\birm\b|\biwr\b|\.UploadString\(|Net::HTTP|HTTParty|Faraday|\bhttp\.(?:Post\w*|NewRequest|request)\(|\bfile_get_contents\(|CURLOPT_POSTFIELDS|\bmail\(|\.send(?:all|to|mail|Mail)?\()`;
const ELSEWHERE =
  /\b(?:https?|wss?|tcp):\/\/(?!localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|[$<{])[\w-]+\.[\w.-]+|\b\d{1,3}(?:\.\d{1,3}){3}\b/;
const REMOVES =
  /\b(?:shred|srm|wipe)\b|\brm\s+-|\bos\.(?:remove|unlink|Remove|RemoveAll)\(|\brmtree\(|\.unlink\(|\bunlink(?:Sync)?\s*\(|\brm(?:Sync)?\(|\bRemove-Item\b|\bFile(?:Utils)?\.(?:delete|rm\w*)|\b(?:File|Directory)\.Delete\(|\bdel\s+\//;
/** What a program has made itself on the way. */
const OWN = /\btrap\b|te?mp|cache|\.part\b|\.bak\b/i;

const NAMES_MAX = 12;
const NEAR = '[^;]{0,240}?';

/** The name, and names that are given something made of it. */
function heirs(first: string, text: string): string[] {
  const names = [first];
  for (const name of names) {
    const given = new RegExp(String.raw`[$@]?\b([A-Za-z_]\w{0,40})\s*:?=\s*(?!=)[^\n;]{0,160}?[$@{(\s]${name}\b`, 'g');
    for (const [, heir = ''] of text.matchAll(given))
      if (names.length < NAMES_MAX && !names.includes(heir)) names.push(heir);
  }
  return names;
}

const stand = (what: string, names: readonly string[]): RegExp =>
  new RegExp(`${what}${NEAR}\\b(?:${names.join('|')})\\b`);

const isOriginalRemoved = (text: string): boolean =>
  text.split('\n').some((line) => REMOVES.test(line) && !OWN.test(line));

/**
 * One value with three fates: made by chance, it encrypts, and somebody elsewhere is told. With the originals gone, only they
 * can open what is left.
 */
export function hostages(text: string): Found[] {
  if (!ELSEWHERE.test(text) || !isOriginalRemoved(text)) return [];
  return [...text.matchAll(MADE)].slice(0, NAMES_MAX).flatMap((match): Found[] => {
    const key = match[1] ?? match[2] ?? '';
    const names = heirs(key, text.slice(match.index));
    if (!stand(ENCRYPTS, [key]).test(text) || !stand(SENDS, names).test(text)) return [];
    return [{ harm: 'hostage', start: match.index, end: match.index + match[0].length }];
  });
}
