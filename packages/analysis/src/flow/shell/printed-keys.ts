import { isSecretName } from '../../models/names/secret-name.ts';
import { classifyPath, isSecretPath } from '../../models/paths/path-class.ts';
import { mergeTaints, shown, type Taint, type Value } from '../value.ts';
import type { Invoked } from './session.ts';
import { sourcesOfPath } from './sources.ts';

/** Programs that tell about a file, or use a key to get in somewhere: what they print is not what it holds. */
const TELLS_ABOUT =
  /^(?:ls|stat|file|wc|du|df|test|\[|chmod|chown|chgrp|touch|rm|mkdir|ssh|scp|sftp|mosh|autossh|sshfs|sshpass|ssh-add|ssh-copy-id|ssh-keyscan|keychain|sha\d*sum|shasum|md5(?:sum)?|b[23]sum|cksum|sum|cmp|realpath|readlink|dirname|basename|id|which|type|command|hash|export|source|cd|echo|print|printf|true|false|open|xdg-open|code|cursor|git|gh|glab|kubectl|oc|helm|k9s|kind|minikube|docker|podman|nerdctl|terraform|tofu|packer|vagrant|ansible\S*|pulumi|gcloud|aws|az|doctl|eksctl|nc|ncat|mkcert|certbot|nginx|restic|borg|getfacl|setfacl|lsattr|chattr|xattr|icacls|find|fd|tree|locate|git-crypt|log\w*|info|warn|error|die|fail|say|note|usage)$/;

/** Programs with a reader that prints files all the same when they are asked so: by these words. */
const PRINTS_FILES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:perl|ruby)[\d.]*$/, /(?:^|\s)-[a-zA-Z]*[pn]/],
  [/^(?:python|pypy)[\d.]*$/, /(?:^|\s)-m\s/],
  [/^(?:node|deno|bun|python[\d.]*|perl|ruby|php)$/, /(?:^|\s)(?:-[cerp]|--eval|--print|eval)\s/],
  [/^git$/, /(?:^|\s)(?:(?:diff|grep)\b.*--no-index|hash-object|cat-file|show)\b/],
  [
    /^(?:docker|podman|nerdctl)$/,
    /^run\b.*\s(?:-v|--volume|--mount)\b.*\s(?:cat|base64|head|tail|tar|xxd|od|sed|awk|sh|bash|dd)\s/,
  ],
  [/^aws$/, /\bs3 cp\b.*\s-$/],
  [/^(?:kubectl|oc)$/, /^create\b.*--from-(?:env-)?file/],
  [/^(?:terraform|tofu)$/, /\bconsole\b/],
  [/^ansible$/, /\b(?:slurp|shell|command|raw)\b/],
  [/^(?:curl|wget|aria2c|http|https|xh)$/, /\bfile:\//i],
  [/^(?:rsync|install|cp|ln)$/, /\/dev\/(?:stdout|fd\/1|tty)\b/],
  [/^(?:socat|sqlite3|emacs|expand)$/, /^/],
];

/** Words by which a program prints the environment. */
const PRINTS_ENVIRONMENT: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:node|bun|deno)$/, /^(?:-p|-pe|--print)\s+["'(]*(?:JSON\.stringify\()?process\.env\)?["'()]*$/],
  [/^(?:jq|gojq|jaq)$/, /(?:^|[\s'"|(])(?<!--(?:arg|argjson|slurpfile|rawfile)\s)(?:env|\$ENV)(?:[\s'"|)]|$)(?!\.)/],
  [/^[gmn]?awk$/, /\bin\s+ENVIRON\b/],
  [/^ps$/, /(?:^|\s)-?[a-df-z]*e[a-z]*w{2}|(?:^|\s)[a-z]*e[a-z]*(?:\s|$)(?<!-\S*)/],
  [/^compgen$/, /(?:^|\s)-(?:v|e|A\s+(?:variable|export))\b/],
  [/^systemctl$/, /\bshow-environment\b/],
];

/** Ways in which a program asks for one variable by its name. */
const ASKS_VARIABLE: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:jq|gojq|jaq)$/, /(?:\benv|\$ENV)\.(\w+)/g],
  [/^[gmn]?awk$/, /\bENVIRON\["(\w+)"\]/g],
];

const namedVariables = (program: string, line: string): string[] =>
  ASKS_VARIABLE.filter(([name]) => name.test(program))
    .flatMap(([, words]) => [...line.matchAll(words)].map(([, variable = '']) => variable))
    .filter(isSecretName);

const isAsked = (rows: readonly (readonly [RegExp, RegExp])[], program: string, line: string): boolean =>
  rows.some(([name, words]) => name.test(program) && words.test(line));

/** Options whose value is a key to use or a place of settings, not something to print. */
const USES =
  /^(?:-[iIkeEFc]|--?(?:identity\S*|kube-?config|config\S*|key\S*|env\S*|cred\S*|cert\S*|ca\S*|service-?account\S*|profile|private\S*|ssh\S*|password\S*|pass\S*|secret\S*|vault\S*|auth\S*|ssl\S*|tls\S*|token\S*|netrc\S*|account\S*|out\S*|exclude\S*|ignore\S*))$/i;
const PATH_INSIDE = /(?:file:\/{2,3}|[:=@("'\s]|^)((?:~|␀|\$HOME|\/)[\w.␀~/-]*\/[\w.-]+)/g;
/** A sentence that speaks of a file is not the file: of a word with blanks only what it has in quotation marks counts. */
const QUOTED_INSIDE = /["']((?:~|␀|\$HOME|\/)[\w.␀~/-]*\/[\w.-]+)["']/g;

function pathsIn(word: string): string[] {
  if (word.length > WORD_CHARS_MAX) return [];
  const inside = [...word.matchAll(/\s/.test(word) ? QUOTED_INSIDE : PATH_INSIDE)].map(([, path = '']) => path);
  return [word, ...inside].map((path) => path.replace(/^␀(?=\/)/, '~'));
}
const WORD_CHARS_MAX = 4_000;

/** These pack the files whose names come in. */
const TAKES_NAMES = /^(?:cpio|pax|afio)$/;

function keysAmong({ program, args, stdin, span }: Invoked): Taint[] {
  const listed = TAKES_NAMES.test(program) ? (stdin?.text ?? '').split(/\s+/).slice(0, NAMES_MAX) : [];
  const told = [...(stdin?.text ?? '').slice(0, WORD_CHARS_MAX).matchAll(QUOTED_INSIDE)].map(([, path = '']) => path);
  const named = [...listed, ...told]
    .filter((path) => isSecretPath(classifyPath(path)))
    .flatMap((path) => sourcesOfPath(path, span));
  const given = args.flatMap((arg, at): Taint[] => {
    const before = args[at - 1];
    if (before !== undefined && USES.test(shown(before)) && !/\s/.test(shown(arg))) return [];
    if (/^--?[\w-]+=/.test(shown(arg)) && USES.test(shown(arg).split('=')[0] ?? '')) return [];
    return pathsIn(shown(arg))
      .filter((path) => isSecretPath(classifyPath(path)))
      .flatMap((path) => sourcesOfPath(path, span));
  });
  return [...named, ...given];
}
const NAMES_MAX = 1_000;

/** Where a program puts what it would print. */
const OUTPUT = /^(?:-o|-out|--out|--output|--output-file|--outfile)$/;
const WRITES = /^(?:sort|zstd|gzip|xz|bzip2|openssl|base64|uniq)$/;

function outputsOf(args: readonly Value[]): string[] {
  return args.flatMap((arg, at) => {
    const joined = /^--out(?:put|file|-file)?=(.+)$/.exec(shown(arg))?.[1];
    return joined !== undefined ? [joined] : OUTPUT.test(shown(args[at - 1] ?? arg)) && at > 0 ? [shown(arg)] : [];
  });
}

/**
 * What a program prints may be anything it was given. Of one that nobody here knows it is, unless it only tells about files;
 * of one that is known it is where its words say so.
 */
export function alsoPrinting(value: Value, invoked: Invoked, isKnown: boolean): Value {
  const { program, args, stdin, span, context } = invoked;
  const line = args.map(shown).join(' ');
  const isPrinter = isAsked(PRINTS_FILES, program, line) || (!isKnown && !TELLS_ABOUT.test(program));
  const given = isKnown ? (stdin?.taints ?? []).filter(({ class: kind }) => isGrave(kind)) : [];
  const keys = isPrinter ? [...keysAmong(invoked), ...given] : [];
  const all: Taint[] = isAsked(PRINTS_ENVIRONMENT, program, line)
    ? [{ class: 'environment', label: 'all environment variables', at: span, isEncoded: false, url: null }]
    : [];
  const named = namedVariables(program, line).map(
    (label): Taint => ({ class: 'named-secret', label, at: span, isEncoded: false, url: null }),
  );
  const printed: Value =
    keys.length + all.length + named.length === 0
      ? value
      : { ...value, text: null, taints: mergeTaints([value.taints, keys, all, named]) };
  if ((isPrinter || WRITES.test(program)) && printed.taints.some(({ class: kind }) => isGrave(kind)))
    for (const path of outputsOf(args)) context.writeFile(path, printed, span, false);
  return printed;
}

const isGrave = (kind: Taint['class']): boolean =>
  kind === 'secret-file' || kind === 'wallet' || kind === 'keychain' || kind === 'browser' || kind === 'environment';
