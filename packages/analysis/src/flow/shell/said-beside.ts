import { toUrlValue } from '../../models/origins/origin.ts';
import type { CommandValue, UrlValue, View } from '../../types/index.ts';

type Beside = NonNullable<CommandValue['beside']>[number];

const SAID: readonly (readonly [Beside, RegExp])[] = [
  [
    'certificates-unchecked',
    /sslVerify["']?\s+false|strict-ssl["']?\s+false|trusted-host["']?\s+\S|NODE_TLS_REJECT_UNAUTHORIZED["']?\s*=\s*["']?0|update-ca-(?:certificates|trust)|add-trusted-cert/,
  ],
  [
    'scanner-off',
    /\bDisable(?:Realtime|Behavior|Script|IOAV|IntrusionPrevention|BlockAtFirstSeen)\w*["']?\s*=\s*\$?(?:true|1)\b/i,
  ],
];

const known = new WeakMap<View, readonly Beside[]>();

/** A script has many commands and one text: it is looked through once. */
function saidIn(view: View): readonly Beside[] {
  const said = known.get(view) ?? SAID.filter(([, shape]) => shape.test(view.text)).map(([what]) => what);
  known.set(view, said);
  return said;
}

const SETS_INDEX =
  /^(?:npm|yarn|pnpm|bun)\s+config\s+set\s+(?:\S{0,60}:)?registry[= ]\s*(\S+)|^pip3?\s+config\s+(?:--?\w+\s+)?set\s+\S{0,40}index-url\s+(\S+)|^(?:composer\s+config\s+(?:-g|--global)\s+repo\S*(?:\s+composer)?|gem\s+sources\s.{0,80}(?:--add|-a)|conda\s+config\s+--(?:add|prepend)\s+channels|register-psrepository\s.{0,80}-sourcelocation|nuget\s+sources\s+add\s.{0,80}-source|dotnet\s+nuget\s+add\s+source|helm\s+repo\s+add\s+stable)\s+(https?:\S+)/i;

function indexOf(line: string, view: View): CommandValue['setsIndex'] {
  const [, ...named] = SETS_INDEX.exec(line) ?? [];
  const url = toUrlValue(named.find((one) => one !== undefined) ?? '');
  return url === undefined ? undefined : { url, isUnchecked: isUnchecked(view, url) };
}

/** What a command means by what else its text says. */
export function saidBeside(
  program: string,
  args: readonly string[],
  view: View,
): Pick<CommandValue, 'beside' | 'setsIndex'> {
  const beside = saidIn(view);
  const setsIndex = indexOf([program, ...args].join(' '), view);
  return { ...(beside.length === 0 ? {} : { beside }), ...(setsIndex === undefined ? {} : { setsIndex }) };
}

const TRUSTED = /trusted-host(?:\s*=\s*|\s+)([^\n=[]*(?:\n[ \t]+[^\n=[]+)*)/;
const NEVER_CHECKED =
  /strict-ssl\s*[=:]\s*["']?false|http-verify\s*=\s*false|enableStrictSsl\s*:\s*false|ssl_verify\W+false|secure-http\W+false/;

/** The same settings say that the certificate of this index need not be looked at. */
export function isUnchecked({ text }: View, { host }: UrlValue): boolean {
  const trusted = TRUSTED.exec(text)?.[1] ?? '';
  return host !== '' && (trusted.includes(host) || NEVER_CHECKED.test(text));
}
