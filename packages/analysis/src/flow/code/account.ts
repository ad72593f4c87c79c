import { mergeTaints, type Taint } from '../value.ts';
import type { CallSite } from './call-site.ts';
import { type CodeValue, NOTHING } from './code-value.ts';

/** Sources that are keys. */
export const KEYS: ReadonlySet<string> = new Set(['wallet', 'secret-file', 'named-secret', 'keychain']);

/** The `ref` of an account made from a key. The object holds the key, but the results of its methods do not. */
const ACCOUNT_REF = '<account>';

const MAKES =
  /(?:^|\.)(?:Keypair\.(?:fromSecretKey|fromSeed|from_bytes|from_json|from_seed|from_base58_string)|privateKeyToAccount|mnemonicToAccount|(?:Eth)?Account\.(?:from_key|fromPrivateKey)|(?:HDNode)?(?<!Hot)Wallet(?:\.from[A-Z]\w+)?|Ed25519Keypair\.from\w+|Secp256k1Keypair\.from\w+)$/;
/** Calls that create a signed-in client from credentials. */
const SIGNS_IN =
  /(?:^|\.)google\.(?:auth\.\w+|youtube\w*|drive|gmail|sheets|calendar|docs|people|tasks|forms|slides)$|(?:^|\.)(?:OAuth2Client|GoogleAuth|discovery\.build|(?:service_account\.)?Credentials\.from_\w+)$/;
/** Methods that return the same account with a connection or a derived path. */
const SAME = /^(?:connect|derive\w*|getSigner)$/;
/** Calls that serialize or copy an object, or read its key. Their results contain the key. */
const TELLS =
  /stringify|serial|dump|pack|encode|decode|clone|copy|pick|omit|assign|values|entries|items|inspect|format|json|export|privat|secret|mnemonic|seed|phrase|string|bytes|hex|buffer|array|print|log|^(?:str|repr|vars|dict|list|tuple)$|freeze|merge|extract|get_?key|reveal|backup/i;

/** The account that a call creates from a key, or returns: `wallet.connect(provider)` is the same wallet. */
export function accountOf({ callee, receiver, method, args, named }: CallSite): CodeValue | undefined {
  const given = [receiver, ...args, ...named.values()];
  if (MAKES.test(callee) || SIGNS_IN.test(callee))
    return { ...NOTHING, ref: ACCOUNT_REF, taints: mergeTaints(given.map(({ taints }) => taints)) };
  return receiver.ref === ACCOUNT_REF && SAME.test(method) ? receiver : undefined;
}

/** Whether the value is an account or a member of one, such as `youtube.search`. */
const isAccount = ({ ref }: CodeValue): boolean => ref === ACCOUNT_REF || ref?.startsWith(`${ACCOUNT_REF}.`) === true;

/** The taints of an input that the result of a call may carry. The result of an account's method does not carry its key. */
export function handedOn(site: CallSite, value: CodeValue): readonly Taint[] {
  if (TELLS.test(site.callee)) return value.taints;
  const parts = [value, ...(value.items ?? []), ...(value.entries?.values() ?? [])];
  const accounts = parts.filter(isAccount);
  if (accounts.length === 0) return value.taints;
  const held = new Set(accounts.flatMap(({ taints }) => taints));
  const beside = new Set(parts.slice(1).flatMap((part) => (isAccount(part) ? [] : part.taints)));
  return value.taints.filter((taint) => !KEYS.has(taint.class) || !held.has(taint) || beside.has(taint));
}

/** `new Client(key)`, `Client(key)`: by convention, the name of a class starts with a capital letter. */
export const isConstructor = ({ method, callee }: CallSite): boolean => /^[A-Z]/.test(method) && callee !== '';
