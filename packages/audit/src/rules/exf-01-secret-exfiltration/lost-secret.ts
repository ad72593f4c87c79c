import type { FactOf, Facts, RawFinding, Span, UrlValue } from '../../model.ts';
import { issuerAt } from '../../ruleset/names/issuer.ts';
import { isRecognisedOrigin, toUrlValue } from '../../ruleset/origins/origin.ts';
import { isGuardedFile } from '../flow.facts.ts';
import { isPublishersOwn } from '../own-origin.ts';

/** Taken apart by programs that show who has an account. */
const HARMLESS = /^\/etc\/passwd$/;
/** What a shell does with a key is followed word by word; there is nothing to lose. */
const FOLLOWED: ReadonlySet<string> = new Set(['shell', 'makefile', 'dockerfile', 'markdown', 'powershell', 'batch']);

const isKeyRead = ({ value, unit }: FactOf<'path'>): boolean =>
  value.access === 'read' && isGuardedFile(value.path) && !HARMLESS.test(value.path) && !FOLLOWED.has(unit.lang);

/** Somebody else's machine, by a name that is written down: an address out of the user's own settings is the user's. */
const isForeign = (url: UrlValue | null, facts: Facts): url is UrlValue =>
  url !== null &&
  url.host !== '' &&
  url.origin !== 'code-host' &&
  !isRecognisedOrigin(url.origin) &&
  issuerAt(url.host) === undefined &&
  !isPublishersOwn(url, facts.about);

type Place = { readonly at: Span; readonly file: string; readonly host: string };

/** Calls by which a program gets a way out that data takes later: handlers of logs, sockets, clients, reporters. */
const OPENS = /connect|handler|socket|client|session|init|server|transport|open/i;
const HOST = /^(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}$/i;
const FILE_NAME = /\.(?:py|js|ts|mjs|json|ya?ml|toml|txt|md|csv|log|db|sh|rb|html?|xml|sql|cfg|ini|pem|key|pub)$/i;

function opened({ value, span, file }: FactOf<'call'>, facts: Facts): Place[] {
  if (!OPENS.test(value.callee)) return [];
  const words = [...value.args, ...Object.values(value.named), ...quoted(value.text)];
  return words.flatMap((word) => {
    if (word === null || !HOST.test(word) || FILE_NAME.test(word)) return [];
    const url = toUrlValue(`https://${word}/`) ?? null;
    return isForeign(url, facts) ? [{ at: span, file, host: url.host }] : [];
  });
}

const quoted = (text: string): string[] =>
  [...text.matchAll(/["'`]([^"'`\s]{4,200})["'`]/g)].map(([, word = '']) => word);

/** Where something that nobody can tell goes, and in a program that reads a key every address and way out that it names. */
function waysOut(facts: Facts): { readonly sent: readonly Place[]; readonly named: readonly Place[] } {
  const sent = facts
    .of('sink')
    .filter(({ value }) => value.class === 'network' && value.isUntold === true && isForeign(value.destination, facts))
    .map(({ span, file, value }) => ({ at: span, file, host: value.destination?.host ?? '' }));
  const named = facts
    .of('url')
    .filter(({ value, context }) => context === 'executable' && isForeign(value, facts))
    .map(({ span, file, value }) => ({ at: span, file, host: value.host }));
  return { sent, named: [...named, ...facts.of('call').flatMap((call) => opened(call, facts))] };
}

/**
 * A program reads a key as a whole and sends something that nobody here can tell: by a table, an error, a channel, another
 * object. What it sends is the key until somebody can see that it is not.
 */
export function lostSecrets(facts: Facts): RawFinding[] {
  const reads = facts.of('path').filter(isKeyRead);
  if (reads.length === 0) return [];
  const { sent, named } = waysOut(facts);
  return reads.flatMap((read) => {
    const place = [...sent, ...named].find(({ file }) => file === read.file) ?? sent[0];
    if (place === undefined) return [];
    return [
      {
        at: place.at,
        severity: 'CRITICAL' as const,
        confidence: 'firm' as const,
        note: `${read.value.path} is read, and something that nobody can tell from it goes to ${place.host}.`,
        related: [
          { at: read.span, role: 'source' },
          { at: place.at, role: 'sink' },
        ],
      },
    ];
  });
}
