import { registrableDomain, toUrlValue } from '../../models/origins/origin.ts';
import { classifyPath, isSecretPath } from '../../models/paths/path-class.ts';
import type { UrlValue } from '../../types/index.ts';
import { isOfSecrets, mergeTaints, shown, type Taint, type Value } from '../value.ts';
import type { Invoked } from './session.ts';
import { sourcesOfPath } from './sources.ts';
import { isKeyOption } from './words.ts';

/** Keys are what these are for: they read them, and print or send nothing of them. */
const LOCAL =
  /^(?:ssh-add|ssh-keygen|ssh-copy-id|ssh-keyscan|keychain|chmod|chown|ls|stat|test|file|mosh|autossh|sshpass|sshfs|et|gpg2?|age|sops|openssl|certtool|ansible\S*|terraform|tofu|packer|vagrant|pulumi|kubectl|kubeseal|kustomize|helm|k9s|docker|podman|nerdctl|minikube|kind|eksctl|doctl|flyctl|heroku|psql|mysql|mongosh?|jq|yq|opa|conftest|code|vi|vim|nano|less|more|diff|cmp|shred|true|echo|export|source|cd|mkdir|touch)$/;

const HOST_OPTION =
  /^(?:-[hnHsa]|--?(?:host|hostname|server|url|uri|endpoint|remote|to|dest\w*|broker|address|target))$/i;
const ADDRESS = /^(?:[a-z][a-z0-9+.-]{1,12}:)?(?:[a-z]+:)?\/\/|^[\w.-]{1,64}@[\w-]+(?:\.[\w-]+)+/i;
const HOST =
  /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24}(?::\d{1,5})?(?:\/\S*)?$|^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?$/i;

/** `notes.readthedocs.io`: below what a host gives away each name is somebody's. */
const isTenant = (host: string): boolean => host.split('.').length > 2 && registrableDomain(host) === host;

/** The address that a command names: in full, behind an option for one, or, where it is fed a key, any name of a host. */
function addressIn(words: readonly string[], isFed: boolean): UrlValue | undefined {
  for (const [at, word] of words.entries()) {
    const value = /^--[\w-]+=(.+)$/.exec(word)?.[1] ?? word;
    const full =
      ADDRESS.exec(value) === null
        ? undefined
        : toUrlValue(value.replace(/^(?:rest|sftp|s3|ext):(?=[a-z]+:\/\/)/i, ''));
    // A page to read takes nothing.
    if (full?.origin === 'docs' && !isTenant(full.host)) continue;
    if (full !== undefined && full.host !== '') return full;
    const isHost = HOST.test(value) && (isFed || HOST_OPTION.test(words[at - 1] ?? ''));
    const host = isHost ? toUrlValue(`tcp://${value}`) : undefined;
    if (host !== undefined) return host;
  }
  return undefined;
}

/** Files of keys among the words; one that an option names as the key to use is used. */
function keysIn({ args, span }: Invoked): Taint[] {
  return args.flatMap((arg, at): Taint[] => {
    if (isKeyOption(args[at - 1]) || /^-(?:i|I|identity\w*)$/.test(shown(args[at - 1] ?? arg))) return [];
    const path = shown(arg).replace(/^(?:--?[\w-]+=|[\w.-]*=?@)/, '');
    return isSecretPath(classifyPath(path)) ? sourcesOfPath(path, span) : [];
  });
}

const secretsOf = (value: Value | null): readonly Taint[] => (value !== null && isOfSecrets(value) ? value.taints : []);

const CLIPBOARDS = /^(?:pbcopy|xclip|xsel|wl-copy|clip(?:\.exe)?|pass|op|bw|vault|keepassxc-cli)$/;
/** `certs/privkey.pem`, from the folder one works in: the key of what is served, and made for that. */
const SERVED = /^(?:\.\/)?(?:[\w-]+\/)*[\w-]+\.(?:pem|key|crt)$/i;
const isMachineKey = ({ class: kind, label }: Taint): boolean =>
  kind === 'wallet' ||
  kind === 'browser' ||
  (kind === 'secret-file' && classifyPath(label) === 'ssh-key' && !SERVED.test(label));

/** A key goes into a program that nobody here knows, together with an address. */
export function noteHandedOver(invoked: Invoked): void {
  const { program, args, stdin, context, span } = invoked;
  if (LOCAL.test(program)) return;
  const fed = secretsOf(stdin);
  const taints = mergeTaints([fed, keysIn(invoked)]);
  if (taints.length === 0) return;
  const destination = addressIn(args.map(shown), fed.length > 0);
  // Into a program that nobody here knows, which names no address: it may have one of its own.
  if (destination === undefined && fed.some(isMachineKey) && !CLIPBOARDS.test(program))
    context.analysis.recorder.limit('a key that is given to a program without a reader here', context.unit.file);
  if (destination === undefined) return;
  const sink = { class: 'network' as const, label: program, destination };
  context.analysis.recorder.add('sink', sink, context.unit, span);
  context.analysis.recorder.flow(taints, sink, 'body', context.unit, span);
}
