import type { FactValues, Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';

type Effect = FactValues['policy']['effect'];
type Shape = { readonly file: RegExp; readonly shape: RegExp; readonly effect: Effect };

const INFRASTRUCTURE = /\.(?:tf|tofu|hcl|json|ya?ml|bicep|template|ts|py)$/i;
const SERVER = /(?:^|\/)sshd_config|\.sshd?_config$|(?:^|\/)sshd_config\.d\//i;
const DATABASE = /\.(?:sql|psql|pgsql)$/i;

/** Words of configuration that give rights away, by what they give. Members from the documents of the services. */
const SHAPES: readonly Shape[] = [
  {
    file: INFRASTRUCTURE,
    shape: /arn:aws:iam::aws:policy\/(?:AdministratorAccess|IAMFullAccess|PowerUserAccess)/g,
    effect: 'all-rights',
  },
  {
    file: INFRASTRUCTURE,
    shape:
      /["']?Actions?["']?\s*[:=]\s*\[?\s*["']\*(?::\*)?["'][\s\S]{0,120}?["']?Resources?["']?\s*[:=]\s*\[?\s*["']\*["']/gi,
    effect: 'all-rights',
  },
  // Whoever may change all rights gives itself every other one.
  {
    file: INFRASTRUCTURE,
    shape:
      /\b["']?Actions?["']?\s*[:=]\s*(?:\[\s*|-\s*)?(?:["']?[\w:*-]{1,60}["']?\s*(?:,\s*|\n\s*-\s*)){0,20}["']?(?:iam|organizations):\*["']?[\s\S]{0,300}?["']?Resources?["']?\s*[:=]\s*(?:\[\s*|-\s*)?["']\*["']/gi,
    effect: 'all-rights',
  },
  {
    file: INFRASTRUCTURE,
    shape:
      /["']roles\/(?:iam\.securityAdmin|resourcemanager\.(?:organization|projectIam)Admin)["']|\brole_definition_name\s*=\s*"(?:Owner|User Access Administrator)"/g,
    effect: 'all-rights',
  },
  {
    file: INFRASTRUCTURE,
    shape: /kind:\s*ClusterRoleBinding[\s\S]{0,600}?name:\s*cluster-admin/g,
    effect: 'all-rights',
  },
  { file: INFRASTRUCTURE, shape: /roles\/owner["']/g, effect: 'all-rights' },
  {
    file: INFRASTRUCTURE,
    shape:
      /["']?(?:AWS|identifiers)["']?\s*[:=]\s*\[?\s*(?:(?:["'][^"'\n]{0,200}["']|[\w.$]{1,80})\s*,\s*){0,8}(?:-\s*)?["']?arn:aws:iam::\d{12}:(?:root|user\/|role\/)/g,
    effect: 'foreign-trust',
  },
  {
    file: INFRASTRUCTURE,
    shape: /["']?Principal["']?\s*[:=]\s*(?:["']\*["']|\{\s*["']?AWS["']?\s*[:=]\s*["']\*["'])/g,
    effect: 'foreign-trust',
  },
  { file: INFRASTRUCTURE, shape: /\b(?:allUsers|system:anonymous|system:unauthenticated)\b/g, effect: 'foreign-trust' },
  {
    file: /jupyter[\w.-]*config[\w.-]*\.(?:py|json)$/i,
    shape:
      /(?:ServerApp|NotebookApp)\.ip["']?\s*[=:]\s*["'](?:0\.0\.0\.0|\*)["'][\s\S]{0,400}\.(?:token|password)["']?\s*[=:]\s*(?:u?["']{2})/g,
    effect: 'open-door',
  },
  {
    file: /settings\.json$/i,
    shape:
      /"http\.proxy"\s*:\s*"\w+:\/\/(?!localhost|127\.|10\.|192\.168\.)[^"]+"[\s\S]{0,400}"http\.proxyStrictSSL"\s*:\s*false/g,
    effect: 'open-door',
  },
  {
    file: /settings\.xml$/i,
    shape: /<mirrorOf>\s*\*\s*<\/mirrorOf>\s*<url>\s*http:\/\/(?!localhost|127\.)/g,
    effect: 'open-door',
  },
  {
    file: /gradle-wrapper\.properties$/i,
    shape:
      /^distributionUrl\s*=\s*https?\\?:\/\/(?!services\.gradle\.org|downloads\.gradle\.org|mirrors?\.|maven\.|repo\.)[\w.-]+/gm,
    effect: 'open-door',
  },
  // A key that comes with the file, for every machine it is applied to.
  {
    file: /\.(?:ya?ml|cfg|tf|json)$/i,
    shape: /\b(?:ssh[-_])?authorized[-_]keys?\b[\s\S]{0,300}?ssh-(?:rsa|ed25519|ecdsa\S*)\s+AAAA[A-Za-z0-9+/]{20,}/g,
    effect: 'open-door',
  },
  { file: SERVER, shape: /^\s*PermitEmptyPasswords\s+yes/gim, effect: 'open-door' },
  {
    file: SERVER,
    shape: /^\s*AuthorizedKeys(?:File\s+\/(?:tmp|var\/tmp|dev\/shm)|Command\s+\S)/gim,
    effect: 'open-door',
  },
  { file: SERVER, shape: /^\s*PermitRootLogin\s+yes/gim, effect: 'all-rights' },
  { file: SERVER, shape: /^\s*PasswordAuthentication\s+yes/gim, effect: 'foreign-trust' },
  { file: /(?:^|\/)daemon\.json$/, shape: /tcp:\/\/0\.0\.0\.0:2375/g, effect: 'open-door' },
  {
    file: /(?:^|\/)(?:redis|mongod?|elasticsearch|postgresql|pg_hba)[\w.-]*\.(?:conf|ya?ml)$/i,
    shape: /^\s*(?:protected-mode\s+no|host\s+all\s+all\s+0\.0\.0\.0\/0\s+trust|authorization:\s*disabled)/gim,
    effect: 'open-door',
  },
  {
    file: DATABASE,
    shape: /\bGRANT\s+ALL\b[^;]{0,200}\bTO\s+(?:PUBLIC|'[^']*'@'%')|\bALTER\s+(?:ROLE|USER)\b[^;]{0,80}\bSUPERUSER\b/gi,
    effect: 'all-rights',
  },
  // Rows of a table handed to a program that sends them.
  {
    file: DATABASE,
    shape:
      /\bTO\s+PROGRAM\s+'[^']{0,300}\b(?:curl|wget|nc|ncat|scp|ssh|socat)\b[^']{0,300}'|\bdblink(?:_connect|_exec)?\s*\(\s*'[^']{0,120}\bhost=(?!localhost|127\.|10\.|192\.168\.)[\w.-]+/gi,
    effect: 'open-door',
  },
  {
    file: DATABASE,
    shape:
      /\bINSERT\s+INTO\s+\S*(?:users?|accounts?|admins?)\b[^;]{0,300}\bVALUES\b[^;]{0,200}\$2[aby]?\$[^;]{0,200}\b(?:admin|root|superuser|owner)\b/gi,
    effect: 'foreign-trust',
  },
  {
    file: DATABASE,
    shape:
      /\bDROP\s+(?:TRIGGER|TABLE|FUNCTION|POLICY)\s+(?:IF\s+EXISTS\s+)?\S*(?:audit|log|history|rls|policy)\w*|\bALTER\s+TABLE\b[^;]{0,80}\bDISABLE\s+(?:TRIGGER|ROW\s+LEVEL)/gi,
    effect: 'trail-removed',
  },
];

/** A pattern for addresses of money, and beside it the address that takes the place of whatever fits. */
const EXCHANGED =
  /["'`/]\^?\(?(?:\?:)?\[?(?:bc1|0x|T|[13])[^"'`\n]{0,60}\{\d{2},?\d{0,3}\}\)?\$?["'`/][gimu]{0,4}\s*[,:]\s*["'`](bc1[a-z0-9]{20,60}|0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33}|[13][a-km-zA-HJ-NP-Z1-9]{25,34})["'`]/g;

/** Mail that is passed on to somebody by a rule of the mailbox. */
const FORWARDS =
  /\bActions\.(?:Forward|Redirect|ForwardAsAttachment)\.Recipients\.Add\b|\b(?:New|Set)-InboxRule\b[^\n]{0,300}-(?:ForwardTo|RedirectTo|ForwardAsAttachmentTo)\b|\bforwardingAddresses\b|["']action["']\s*:\s*\{[^{}]{0,120}["']forward(?:To|s)?["']\s*:\s*["'][\w.+-]+@|\b(?:forwardTo|redirectTo)["']?\s*[:=]\s*\[[^\]]{0,160}["'][\w.+-]+@|-ForwardingSmtpAddress\b|\baddForward(?:ing)?\w*\(|\bredirect\s+(?::copy\s+)?\\?["'][\w.+-]+@|["']?role["']?\s*:\s*["'](?:owner|writer|editor|fullAccess)["'][^\n]{0,160}["']?(?:emailAddress|value|email)["']?\s*:\s*["'](?!you|user|me@|name@|someone|test|alice|bob|john|jane|colleague)[\w.+-]+@|\[["']Bcc["']\]\s*=\s*["'](?!you|user|me@|name@)[\w.+-]+@|\bbcc\s*[:=]\s*\[?["'](?!you|user|me@|name@)[\w.+-]+@/gi;
const MAILBOX = /["'][\w.+-]+@[\w-]+(?:\.[\w-]+)+["']/;

/** The head of a mail as a text of a program, with somebody in it whom the other recipients do not see: not with one of the names that lessons have for nobody. */
const BLIND_COPY =
  /(?:["'`]|\\n|^)[ \t]*Bcc:[ \t]*(?:[\w. -]{0,40}<)?(?!you|user|me@|name@|someone|test)[\w.+-]+\\?@(?![\w.-]*\bexample\b|your|localhost|(?:evil|attacker|victim|target)\.com\b)[\w-]+(?:\.[\w-]+)+/gim;
const PROSE: ReadonlySet<string> = new Set(['markdown', 'text', 'unknown', 'html', 'yaml', 'json', 'toml', 'ini']);

function recordExchanges(analysis: Analysis, unit: Unit): void {
  const { view } = unit.span;
  for (const match of [...view.text.matchAll(EXCHANGED)].slice(0, FOUND_MAX))
    analysis.recorder.add('replacement', { name: 'what fits the pattern', by: match[1] ?? '' }, unit, {
      view,
      start: match.index,
      end: match.index + match[0].length,
    });
  const forwards = MAILBOX.test(view.text) ? [...view.text.matchAll(FORWARDS)] : [];
  const copies = PROSE.has(unit.lang) ? [] : [...view.text.matchAll(BLIND_COPY)];
  for (const match of [...forwards, ...copies].slice(0, FOUND_MAX))
    analysis.recorder.add(
      'policy',
      { effect: 'open-door', text: 'Mail is passed on to an address in the code' },
      unit,
      {
        view,
        start: match.index,
        end: match.index + match[0].length,
      },
    );
}

const FOUND_MAX = 20;

/** `if member == "allUsers"`, `role in ("roles/owner", …)`: whoever looks for a right does not give it. */
function isAskedFor({ index, 0: found }: RegExpExecArray, text: string): boolean {
  const line = text.slice(text.lastIndexOf('\n', index) + 1, index);
  return (
    /(?:[=!]=|\bin|\bincludes)\s*[([{]*\s*["']$/.test(line) || /^["']?\s+in\s/.test(text.slice(index + found.length))
  );
}

/** Rights that configuration gives away when it is applied. */
export function recordPolicies(analysis: Analysis, unit: Unit): void {
  const { view } = unit.span;
  if (unit.lang !== 'markdown') recordExchanges(analysis, unit);
  for (const { file, shape, effect } of SHAPES) {
    if (!file.test(unit.file)) continue;
    for (const match of [...view.text.matchAll(shape)].filter((one) => !isAskedFor(one, view.text)).slice(0, FOUND_MAX))
      analysis.recorder.add('policy', { effect, text: match[0].slice(0, 120) }, unit, {
        view,
        start: match.index,
        end: match.index + match[0].length,
      });
  }
}
