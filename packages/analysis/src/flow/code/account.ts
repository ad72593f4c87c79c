import { mergeTaints, type Taint } from '../value.ts';
import type { CallSite } from './call-site.ts';
import { type CodeValue, NOTHING } from './code-value.ts';

/** Sources that are a key by themselves. */
export const KEYS: ReadonlySet<string> = new Set(['wallet', 'secret-file', 'named-secret', 'keychain']);

/** What a key becomes when it is made an account: the object holds the key, and what it is asked to do does not. */
const ACCOUNT_REF = '<account>';

const MAKES =
  /(?:^|\.)(?:Keypair\.(?:fromSecretKey|fromSeed|from_bytes|from_json|from_seed|from_base58_string)|privateKeyToAccount|mnemonicToAccount|(?:Eth)?Account\.(?:from_key|fromPrivateKey)|(?:HDNode)?(?<!Hot)Wallet(?:\.from[A-Z]\w+)?|Ed25519Keypair\.from\w+|Secp256k1Keypair\.from\w+)$/;
/** What a login becomes when a client is made of it. */
const SIGNS_IN =
  /(?:^|\.)google\.(?:auth\.\w+|youtube\w*|drive|gmail|sheets|calendar|docs|people|tasks|forms|slides)$|(?:^|\.)(?:OAuth2Client|GoogleAuth|discovery\.build|(?:service_account\.)?Credentials\.from_\w+)$/;
/** The same account with something beside it. */
const SAME = /^(?:connect|derive\w*|getSigner)$/;
/** Whoever writes an object down, copies it or asks it for its key has the key. */
const TELLS =
  /stringify|serial|dump|pack|encode|decode|clone|copy|pick|omit|assign|values|entries|items|inspect|format|json|export|privat|secret|mnemonic|seed|phrase|string|bytes|hex|buffer|array|print|log|^(?:str|repr|vars|dict|list|tuple)$|freeze|merge|extract|get_?key|reveal|backup/i;

/** The account that a call makes of a key, or hands on: `wallet.connect(provider)` is that wallet. */
export function accountOf({ callee, receiver, method, args, named }: CallSite): CodeValue | undefined {
  const given = [receiver, ...args, ...named.values()];
  if (MAKES.test(callee) || SIGNS_IN.test(callee))
    return { ...NOTHING, ref: ACCOUNT_REF, taints: mergeTaints(given.map(({ taints }) => taints)) };
  return receiver.ref === ACCOUNT_REF && SAME.test(method) ? receiver : undefined;
}

/** The account, or a part of it that is asked by name: `youtube.search`. */
const isAccount = ({ ref }: CodeValue): boolean => ref === ACCOUNT_REF || ref?.startsWith(`${ACCOUNT_REF}.`) === true;

/** What may come out of a call that a value goes into: of an account what it signs, asks or sends, and not its key. */
export function handedOn(site: CallSite, value: CodeValue): readonly Taint[] {
  if (TELLS.test(site.callee)) return value.taints;
  const parts = [value, ...(value.items ?? []), ...(value.entries?.values() ?? [])];
  const accounts = parts.filter(isAccount);
  if (accounts.length === 0) return value.taints;
  const held = new Set(accounts.flatMap(({ taints }) => taints));
  const beside = new Set(parts.slice(1).flatMap((part) => (isAccount(part) ? [] : part.taints)));
  return value.taints.filter((taint) => !KEYS.has(taint.class) || !held.has(taint) || beside.has(taint));
}

/** `new Client(key)`, `Client(key)`: by a capital letter, as people write them. */
export const isConstructor = ({ method, callee }: CallSite): boolean => /^[A-Z]/.test(method) && callee !== '';
