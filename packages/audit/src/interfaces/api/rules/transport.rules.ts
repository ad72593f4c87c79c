import { isShadyOrigin, registrableDomain, toUrlValue } from '@assay/analysis/models/origins/origin';
import { withGloss } from '@assay/analysis/prose/vocabulary/index';
import type { ApiDocument } from '../document/document.ts';
import { eachNode } from '../document/references.ts';
import { hostOf, isInner } from '../hosts.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { textFields } from '../texts.ts';
import {
  childOf,
  type Entry,
  entriesOf,
  itemsOf,
  type MapNode,
  type Place,
  scalarOf,
  type TreeNode,
  textAt,
  textOf,
} from '../tree/node.ts';
import { labelOf, nameOf, segmentsOf, wordsOf } from './words.ts';

const PLAIN = /^(?:http|ws|ftp|mqtt|amqp|telnet|ldap):\/\//i;

const isPlainOutside = (url: string): boolean => {
  const host = hostOf(url);
  return PLAIN.test(url) && host !== undefined && !isInner(host);
};

/** Addresses that credentials are sent to by somebody who follows a security scheme. */
function flowUrls({ schemes }: ApiDocument): { url: string; at: Place; scheme: string }[] {
  return [...schemes.values()].flatMap(({ node, name }) => {
    const flows = [node, ...entriesOf(childOf(node, 'flows')).map(({ value }) => value)];
    return flows.flatMap((flow) =>
      ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'openIdConnectUrl'].flatMap((key) => {
        const at = childOf(flow, key);
        return at === undefined ? [] : [{ url: textOf(at), at, scheme: name }];
      }),
    );
  });
}

const plainHttp = apiRule({
  id: 'API-02',
  title: 'Served without encryption',
  question: 'Is a server, or an address that credentials go to, plain HTTP?',
  severity: 'HIGH',
  references: ['OWASP-API8:2023', 'CWE-319'],
  why: 'Credentials and answers can be read and changed on the way; one plain address beside an encrypted one is enough.',
  fix: 'Name https addresses only.',
  blindTo: 'This machine and names that only an inner network knows are quiet.',
  check: (document) => [
    ...document.servers
      .filter(({ url }) => isPlainOutside(url))
      .map(
        ({ url, at }): ApiHit => ({
          at,
          confidence: 'certain',
          note: `The server ${url.slice(0, 120)} is not encrypted.`,
          class: 'server',
        }),
      ),
    ...flowUrls(document)
      .filter(({ url }) => isPlainOutside(url))
      .map(
        ({ url, at, scheme }): ApiHit => ({
          at,
          confidence: 'certain',
          note: `The scheme "${scheme}" sends to ${url.slice(0, 120)} without encryption.`,
          class: 'flow',
        }),
      ),
  ],
});

const CREDENTIAL =
  /^(?:(?:\w+_)?(?:api_?key|apikey|access_token|auth_token|id_token|refresh_token|bearer_token|session_token|secret|client_secret|password|passwd|pwd|passphrase|jwt|private_key|access_key|session_id|sid|pin|credential|credentials|token|mot_de_passe|password_\w+|sessionid|sessid|jsessionid|phpsessid|auth_key|app_secret|app_key|subscription_key|license_key|user_key|basic_auth|authorization|bearer|security_code)|token|tok|pw|pass|key_secret|auth)$/;
/** A cursor through a list, a link that is good once, or the answer of a login page: none of them is a credential to keep. */
const PASSING =
  /^(?:page|next|prev|continuation|cursor|sync|delta|resume|idempotency|csrf|xsrf|upload|device|push|invite|verification|confirmation|unsubscribe)_(?!\w*(?:secret|password|key)$)/;
/** A parameter of any name whose own words call it a credential. */
const SAID_CREDENTIAL =
  /\b(?:(?:api|access|secret|private|session|account|service|subscription) keys?|(?:access|session|auth(?:entication)?|bearer|refresh|api|personal|login) tokens?|passwords?|session ids?|client secret|credentials?)\b|schlüssel|zugangstoken|passwort|kennwort|contraseña|clave de|mot de passe|jeton|clé (?:d['’]|de |secr)|chiave|chave (?:de|da)|senha/i;
const ONCE = new Set([
  'verify',
  'confirm',
  'invite',
  'invitation',
  'unsubscribe',
  'share',
  'shared',
  'reset',
  'activate',
  'callback',
  'magic',
  'redirect',
  'verification',
  'confirmation',
  'revoke',
  'tokens',
  'token',
  'accept',
]);

/** An address with a key in it, as calls are shown: in a text, or in the address of a server. */
const WRITTEN =
  /[?&](?:access_?token|api_?key|apikey|auth_?token|token|password|passwd|pwd|secret|session_?id|jwt|auth)=/i;
const GIVEN_UP =
  /\b(?:not|never|no longer|deprecated|removed|refused|rejected|instead|don't|avoid|unsupported|ignored)\b/i;
const LINKS_ONCE =
  /\b(?:reset|confirm|verif\w+|invit\w+|unsubscribe|activat\w+|magic|callback|upload|download|signed|presigned|one-?time|share)\w*/i;

function writtenHits({ root, servers }: ApiDocument): ApiHit[] {
  const inServers = servers
    .filter(({ url }) => WRITTEN.test(url))
    .map(
      ({ url, at }): ApiHit => ({
        at,
        confidence: 'firm',
        note: `The server ${url.slice(0, 80)} has a key in its address.`,
        class: 'written',
      }),
    );
  const inTexts = textFields(root).flatMap((field): ApiHit[] => {
    const isSaid = field.value
      .split(/(?<=[.!?])\s+|\n/)
      .some((sentence) => WRITTEN.test(sentence) && !GIVEN_UP.test(sentence) && !LINKS_ONCE.test(sentence));
    const note = 'A text has callers put a credential into the address.';
    return isSaid ? [{ at: field, confidence: 'firm', note, class: 'written' }] : [];
  });
  return [...inServers, ...inTexts];
}

const inAddress = apiRule({
  id: 'API-03',
  title: 'A credential in the address',
  question: 'Is a key, token or password part of a path or query?',
  severity: 'MEDIUM',
  references: ['OWASP-API2:2023', 'CWE-598'],
  why: 'Addresses end up in logs, histories and the Referer of other sites.',
  fix: 'Send it in a header.',
  blindTo: 'Cursors, codes of a login page and links that are good for one use are quiet.',
  check: (document) => [
    ...[...document.schemes.values()]
      .filter(({ type, in: place }) => type === 'apiKey' && place === 'query')
      .map(
        ({ at, keyName, name }): ApiHit => ({
          at,
          confidence: 'certain',
          note: `The scheme "${name}" puts the key "${keyName}" into the query.`,
          class: 'scheme',
        }),
      ),
    ...writtenHits(document),
    ...document.operations
      .filter(({ kind }) => kind === 'path')
      .flatMap((operation) => {
        const isOnce = segmentsOf(operation.path)
          .flatMap(wordsOf)
          .some((word) => ONCE.has(word));
        return operation.parameters.flatMap((parameter): ApiHit[] => {
          const name = nameOf(parameter.name);
          const isPlaced = parameter.in === 'query' || parameter.in === 'path';
          const isSaid =
            SAID_CREDENTIAL.test(parameter.description) &&
            /(?:^|_)(?:key|token|auth|pass|sig|session|code|credential|secret)s?$/.test(name);
          const isKept = textAt(parameter.schema, 'format') === 'password' || CREDENTIAL.test(name) || isSaid;
          if (!isPlaced || !isKept || PASSING.test(name)) return [];
          if (isOnce && !/password|secret|pwd|pin$/.test(name)) return [];
          // The name of one's session in a list of sessions opens nothing by itself.
          if (parameter.in === 'path' && /(?:session|credential)(?:_id)?$|^sid$/.test(name)) return [];
          const note = `${labelOf(operation)} takes "${parameter.name}" in the ${parameter.in}.`;
          return [{ at: parameter.at, confidence: 'firm', note, class: 'parameter' }];
        });
      }),
  ],
});

const ORIGIN_KEY = /allow(?:ed)?_?origins?(?:_(?:patterns?|regex(?:es|p)?|list))?$|^origins?$/;
const CREDENTIALS_KEY = /allow(?:ed)?_?credentials$|^credentials$|supports_credentials$/;
const REFLECTED =
  /\b(?:reflect(?:s|ed)?|echo(?:es|ed)?|mirror(?:s|ed)?)\b[^.]{0,60}\borigin\b|\borigin\b[^.]{0,60}\b(?:reflected|echoed|mirrored|returned as is)\b/i;
const ANY_SITE =
  /\b(?:any|every|all|arbitrary|whatever)\b[^.]{0,30}\b(?:origins?|websites?|sites?|domains?|web ?pages?)\b[^.]{0,80}\b(?:credentials?|cookies?)\b|\b(?:credentials?|cookies?)\b[^.]{0,80}\b(?:any|every|all|arbitrary|whatever)\b[^.]{0,30}\b(?:origins?|websites?|sites?|domains?|web ?pages?)\b|access-control-allow-origin:?\s*\*[^.]{0,120}\bcredentials\b/i;
const REFUSED =
  /\b(?:not|never|no|refus\w+|reject\w+|unless|except|without|ohne|kein\w*|nicht|sans|aucun\w*|sin|senza|sem|zonder|geen|bez)\b/i;
const SAYS_CREDENTIALS = /\bcredentials?\b|\bcookies?\b/i;

/** What a header or a setting may be, wherever the format lets it be written. */
const valuesOf = (node: TreeNode): string[] => {
  const schema = childOf(node, 'schema');
  const written = [
    node,
    ...itemsOf(node),
    ...[node, schema].flatMap((one) => [
      childOf(one, 'example'),
      childOf(one, 'default'),
      childOf(one, 'const'),
      childOf(one, 'x-example'),
      ...entriesOf(childOf(one, 'examples')).map(({ value }) => childOf(value, 'value') ?? value),
      ...itemsOf(childOf(one, 'examples')),
      ...itemsOf(childOf(one, 'enum')),
    ]),
  ];
  return written.flatMap((one) =>
    one === undefined || scalarOf(one) === undefined
      ? []
      : [
          textOf(one)
            .trim()
            .replace(/^'(.*)'$/, '$1'),
        ],
  );
};

/** A pattern that fits everything, or the header of the request as gateways write it. */
const ANY_VALUE =
  /^\^?(?:https?\??:\/\/)?\(?\.[*+]\)?\$?$|request\.headers?\.origin|\$\{?http_origin|\$\{?origin\b|\{\{\s*origin|^(?:reflect|echo|mirror|dynamic|any|all)\w*$|^[<{[(]+[^>]*origin[^>]*[>}\])]+$|^request(?:ing|er)?[ _.-]?origin$/i;
/** Bound to names that somebody wrote down, in the languages that documents are written in. */
const LISTED =
  /\blist|allow|white|regist|configur|exact|fixed|known|trusted|enrol|approved|permitted|single|only|\bone of|\bown\b|zugelassen|erlaubt|autoris|autoriz|enregistr|permitid|exclusiv/i;

function corsHits(node: MapNode): ApiHit[] {
  const entries = entriesOf(node);
  const pick = (wanted: RegExp): Entry | undefined => entries.find(({ key }) => wanted.test(nameOf(key)));
  const origins = entries.filter(({ key }) => ORIGIN_KEY.test(nameOf(key)));
  const [origin] = origins;
  const credentials = pick(CREDENTIALS_KEY);
  if (origin === undefined || credentials === undefined) return [];
  const isAny =
    origins
      .flatMap((one) => valuesOf(one.value))
      .some((value) => value === '*' || value === 'null' || /^https?:\/\/\*$/.test(value) || ANY_VALUE.test(value)) ||
    REFLECTED.test(textAt(origin.value, 'description')) ||
    /\b(?:any|every|all) origins?\b|value of the origin header|request(?:ing|'s)? origin/i.test(
      textAt(origin.value, 'description'),
    );
  const sent = valuesOf(credentials.value).map((value) => value.toLowerCase());
  // A header that is there and of which nobody says otherwise is sent.
  const isSent = sent.includes('true') || (sent.length === 0 && /^access_control/.test(nameOf(credentials.key)));
  // A header whose value nobody names holds what was asked for, unless its words bind it to a list.
  const isUnnamed =
    origin.value.kind === 'map' &&
    /^access_control/.test(nameOf(origin.key)) &&
    !valuesOf(origin.value).some((value) => /^https?:\/\/[^*]/.test(value)) &&
    /\borigin\b/i.test(textAt(origin.value, 'description')) &&
    !LISTED.test(textAt(origin.value, 'description'));
  if (!(isAny || isUnnamed) || !isSent) return [];
  const note = 'Pages of any origin are let in together with the credentials of whoever looks at them.';
  return [{ at: origin.at, confidence: 'certain', note, class: 'cors' }];
}

const anyOrigin = apiRule({
  id: 'API-10',
  title: 'Any origin, with credentials',
  question: 'Is every origin allowed, or the asking one sent back, together with credentials?',
  severity: 'HIGH',
  references: ['OWASP-API8:2023', 'CWE-942'],
  why: 'Any page that somebody visits can act with their account.',
  fix: 'List the origins, or leave the credentials out.',
  blindTo:
    'Only what the document says: headers of answers, settings of gateways, sentences. Any origin without credentials is quiet.',
  check: ({ root, operations }) => {
    const hits: ApiHit[] = [];
    eachNode(root, (node) => {
      if (node.kind === 'map') hits.push(...corsHits(node));
      const given = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : '';
      const text = /origin|cors|cookie|herkunft|origen|cors/i.test(given) ? withGloss(given) : given;
      const isReflected = REFLECTED.test(text) && SAYS_CREDENTIALS.test(text);
      const isSaid = isReflected || (ANY_SITE.test(text) && !REFUSED.test(text));
      if (text.length > 20 && isSaid && operations.length > 0)
        hits.push({
          at: node,
          confidence: 'firm',
          note: 'The text says that the asking origin is sent back.',
          class: 'cors',
        });
    });
    return hits;
  },
});

/** The domains that the document speaks of as its own: who stands behind it, and its first server. */
function ownDomains({ root, servers }: ApiDocument): Set<string> {
  const info = childOf(root, 'info');
  const named = [
    textAt(info, 'termsOfService'),
    textAt(childOf(info, 'contact'), 'url'),
    textAt(childOf(root, 'externalDocs'), 'url'),
  ];
  const mail = textAt(childOf(info, 'contact'), 'email').split('@')[1];
  const spoken = [...named.flatMap((url) => hostOf(url) ?? []), ...(mail === undefined ? [] : [mail.toLowerCase()])];
  // Who is named vouches for a server; a server alone vouches for itself.
  const first = spoken.length > 0 ? undefined : servers.find(({ of }) => of === 'document');
  const firstHost = first === undefined ? undefined : hostOf(first.url);
  return new Set([...spoken, ...(firstHost === undefined ? [] : [firstHost])].map(registrableDomain));
}

const labelOfDomain = (domain: string): string => domain.split('.')[0] ?? '';

/** The same name under another ending, or the start of a longer one: a house often has several. */
function sharesName(host: string, house: ReadonlySet<string>): boolean {
  const label = labelOfDomain(registrableDomain(host));
  return [...house]
    .map(labelOfDomain)
    .some(
      (own) =>
        own === label ||
        (own.length > 4 && label.startsWith(own) && !/[-_]/.test(label)) ||
        (label.length > 4 && own.startsWith(label)),
    );
}

/** Services that sign people in for others. */
const SIGN_IN =
  /(?:^|\.)(?:auth0|okta|oktapreview|microsoftonline|b2clogin|amazoncognito|google|googleapis|github|gitlab|apple|facebook|linkedin|onelogin|pingone|pingidentity|keycloak|salesforce|slack|zitadel|clerk|supabase|firebase|fusionauth|workos)\./;

const signInPlaces = (document: ApiDocument): { url: string; at: Place }[] =>
  flowUrls(document).filter(({ url }) => !SIGN_IN.test(`${hostOf(url) ?? ''}.`));

const strangeServer = apiRule({
  id: 'API-12',
  title: 'A server that is not of the house',
  question: 'Is a server neither declared nor of the domains that the document speaks of?',
  severity: 'MEDIUM',
  nature: 'malice',
  references: ['OWASP-API9:2023', 'CWE-441'],
  why: 'Calls and credentials would go to somebody else.',
  fix: 'Declare the endpoint, or take the server out.',
  blindTo:
    'With declared endpoints everything else is reported; without them tunnels, collectors, bare addresses, and a server or place to sign in that shares no name with what the document calls its own.',
  check: (document, { declaredHosts }) => {
    const house = ownDomains(document);
    return [...document.servers, ...signInPlaces(document)].flatMap(({ url, at }): ApiHit[] => {
      const host = hostOf(url);
      if (host === undefined || isInner(host) || /[{}]/.test(host)) return [];
      const origin = toUrlValue(url)?.origin ?? 'unknown';
      const hit = (why: string): ApiHit[] => [{ at, confidence: 'firm', note: `${host} ${why}.`, class: 'server' }];
      if (declaredHosts.has(host)) return [];
      if (declaredHosts.size > 0) return hit('is not among the declared endpoints');
      if (isShadyOrigin(origin)) return hit(`is a ${origin.replace('-', ' ')}, which nobody answers for`);
      return !house.has(registrableDomain(host)) && !sharesName(host, house)
        ? hit('is of another domain than the rest of the document')
        : [];
    });
  },
});

export const TRANSPORT_RULES = [plainHttp, inAddress, anyOrigin, strangeServer];
