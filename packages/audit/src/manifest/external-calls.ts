import { UNKNOWN_PART } from '@assay/analysis/models/origins/origin';
import { maskSecrets } from '@assay/analysis/result/masking';
import type { CallValue, CommandValue, FactOf, Facts, Span, UrlValue } from '@assay/analysis/types';
import { isLive } from '../report/declared.ts';

/** One request of the bundle, with its place and its statically known parts. */
export type ObservedCall = {
  /** Without the query and run-time parts; `null` when the host is unknown. */
  readonly url: string | null;
  readonly method: string | null;
  /** The secret that the request carries as a credential. */
  readonly auth: string | null;
  readonly by: string;
  readonly at: Span;
};

/** Maximum length of an address in a manifest. */
const ADDRESS_CHARS_MAX = 2_048;
const WEB = /^(?:https?|wss?)$/;
const FILLED_IN = new RegExp(`[${UNKNOWN_PART}<>{}$*]`);
const VERB = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

/** Every request to another machine, in the order of the facts. */
export function listExternalCalls(facts: Facts): ObservedCall[] {
  const calls = byPlace(facts.of('call'));
  const commands = byPlace(facts.of('command'));
  const secrets = new Map(
    facts
      .of('flow')
      .filter(({ value }) => value.position === 'auth' && value.sink.class === 'network')
      .map(({ span, value }) => [placeOf(span), value.source.label]),
  );
  return facts.of('sink').flatMap(({ value, span, context }): ObservedCall[] => {
    if (value.class !== 'network' || !isLive(context) || !isOutside(value.destination)) return [];
    const place = placeOf(span);
    const call = calls.get(place);
    const command = commands.get(place);
    const method = call ? methodOfCall(call) : command ? methodOfCommand(command) : null;
    const auth = secrets.get(place) ?? null;
    return [{ url: toAddress(value.destination), method, auth, by: value.label, at: span }];
  });
}

const placeOf = ({ view, start, end }: Span): string => `${view.id}:${start}:${end}`;

const byPlace = <K extends 'call' | 'command'>(facts: readonly FactOf<K>[]): Map<string, FactOf<K>['value']> =>
  new Map(facts.map(({ span, value }) => [placeOf(span), value]));

const isOutside = (url: UrlValue | null): boolean =>
  url === null || (WEB.test(url.scheme) && url.origin !== 'loopback');

function toAddress(url: UrlValue | null): string | null {
  if (url === null || url.host === '') return null;
  const known = url.url.split(FILLED_IN, 1)[0] ?? '';
  if (!URL.canParse(known)) return null;
  const { protocol, host, pathname } = new URL(known);
  const address = `${protocol}//${host}${pathname}`;
  // A key in a path would be published with the manifest.
  const isSayable = address.length <= ADDRESS_CHARS_MAX && maskSecrets(pathname) === pathname;
  return isSayable ? address : `${protocol}//${host}/`;
}

function methodOfCall({ callee, args, named }: CallValue): string | null {
  const name = callee.slice(callee.lastIndexOf('.') + 1);
  const verbs = [name, args[0] ?? '', named.method ?? ''].map((word) => word.toUpperCase());
  const verb = verbs.find((word) => VERB.test(word));
  return verb ?? (name === 'fetch' && !('method' in named) ? 'GET' : null);
}

const CURL_DATA = /^(?:-[dF]|--data(?:-\w+)?|--form(?:-\w+)?|--json)(?:=|$)/;
const WGET_DATA = /^--(?:post-data|post-file|body-data)/;

function methodOfCommand({ program, args }: CommandValue): string | null {
  if (program !== 'curl' && program !== 'wget') return null;
  const stated = statedMethod(args);
  if (stated !== undefined) return VERB.test(stated) ? stated : null;
  if (args.some((arg) => CURL_DATA.test(arg) || WGET_DATA.test(arg))) return 'POST';
  if (args.some((arg) => arg === '-T' || arg.startsWith('--upload-file'))) return 'PUT';
  return args.some((arg) => arg === '-I' || arg === '--head') ? 'HEAD' : 'GET';
}

/** `-X POST`, `-XPOST`, `--request POST`, `--method=POST`. */
function statedMethod(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => /^(?:-X|--request|--method)/.test(arg));
  if (at === -1) return undefined;
  const joined = (args[at] ?? '').replace(/^(?:-X|--request=?|--method=?)/, '');
  return (joined === '' ? (args[at + 1] ?? '') : joined).toUpperCase();
}
