import { isSecretName } from '@assay/analysis/models/names/secret-name';
import { isShadyOrigin, registrableDomain, toUrlValue } from '@assay/analysis/models/origins/origin';
import type { ApiDocument } from '../document/document.ts';
import { eachNode } from '../document/references.ts';
import { hostOf, isInner } from '../hosts.ts';
import { type ApiHit, type ApiRule, apiRule } from '../rule.ts';
import {
  childOf,
  entriesOf,
  itemsOf,
  type MapNode,
  type Place,
  scalarOf,
  type TreeNode,
  textAt,
  textOf,
} from '../tree/node.ts';
import { labelOf, nameOf, ownOperations } from './operations.ts';

const PLAIN = /^(?:http|ws|ftp|mqtt|amqp|telnet|ldap):\/\//i;

const isPlainOutside = (url: string): boolean => {
  const host = hostOf(url);
  return PLAIN.test(url) && host !== undefined && !isInner(host);
};

/** Addresses that receive credentials according to a security scheme. */
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
  question: 'Does a server, or an address that receives credentials, use plain HTTP?',
  severity: 'HIGH',
  references: ['OWASP-API8:2023', 'CWE-319'],
  why: 'Credentials and answers can be read and changed in transit. One plain address beside an encrypted one is enough.',
  fix: 'Name https addresses only.',
  blindTo: 'Loopback and names of private networks are not reported.',
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

const IN_URL = /[?&](?:access_?token|api_?key|auth_?token|token|password|secret|session_?id|jwt)=/i;

const inAddress = apiRule({
  id: 'API-03',
  title: 'Credential in the URL',
  question: 'Is a key, token or password part of a path or query?',
  severity: 'MEDIUM',
  references: ['OWASP-API2:2023', 'CWE-598'],
  why: 'Addresses end up in logs, histories and the Referer header sent to other sites.',
  fix: 'Send it in a header.',
  blindTo: 'The rule uses the scheme, the format and the identifier of a parameter. One-time links are reported too.',
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
    ...document.servers
      .filter(({ url }) => IN_URL.test(url))
      .map(
        ({ url, at }): ApiHit => ({
          at,
          confidence: 'firm',
          note: `The server ${url.slice(0, 80)} has a key in its address.`,
          class: 'written',
        }),
      ),
    ...ownOperations(document).flatMap((operation) =>
      operation.parameters
        .filter(
          ({ in: place, name, schema }) =>
            (place === 'query' || place === 'path') &&
            (textAt(schema, 'format') === 'password' || isSecretName(nameOf(name))),
        )
        .map(
          ({ at, name, in: place }): ApiHit => ({
            at,
            confidence: 'firm',
            note: `${labelOf(operation)} takes "${name}" in the ${place}.`,
            class: 'parameter',
          }),
        ),
    ),
  ],
});

const ORIGIN_KEY = /allow(?:ed)?_?origins?(?:_(?:patterns?|regex(?:es|p)?|list))?$|^origins?$/;
const CREDENTIALS_KEY = /allow(?:ed)?_?credentials$|^credentials$|supports_credentials$/;

/** Values of a header or a setting, in every place that the format allows. */
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

/** Any origin: a wildcard, a pattern that matches everything, or the request header as gateways write it. */
const ANY_VALUE =
  /^\*$|^null$|^https?:\/\/\*$|^\^?(?:https?\??:\/\/)?\(?\.[*+]\)?\$?$|request\.headers?\.origin|\$\{?http_origin|\$\{?origin\b|\{\{\s*origin|^(?:reflect|echo|mirror|dynamic|any|all)\w*$|^[<{[(]+[^>]*origin[^>]*[>}\])]+$|^request(?:ing|er)?[ _.-]?origin$/i;
function corsHits(node: MapNode): ApiHit[] {
  const entries = entriesOf(node);
  const origins = entries.filter(({ key }) => ORIGIN_KEY.test(nameOf(key)));
  const [origin] = origins;
  const credentials = entries.find(({ key }) => CREDENTIALS_KEY.test(nameOf(key)));
  if (origin === undefined || credentials === undefined) return [];
  const isAny = origins.flatMap(({ value }) => valuesOf(value)).some((value) => ANY_VALUE.test(value));
  const sent = valuesOf(credentials.value).map((value) => value.toLowerCase());
  // A declared header without a value is sent.
  const isSent = sent.includes('true') || (sent.length === 0 && nameOf(credentials.key).startsWith('access_control'));
  if (!isAny || !isSent) return [];
  const note = 'Pages of any origin may call the service with the credentials of their visitors.';
  return [{ at: origin.at, confidence: 'certain', note, class: 'cors' }];
}

const anyOrigin = apiRule({
  id: 'API-10',
  title: 'Any origin allowed with credentials',
  question: 'Is every origin allowed, or the requesting origin reflected, together with credentials?',
  severity: 'HIGH',
  references: ['OWASP-API8:2023', 'CWE-942'],
  why: 'Any page that a user visits can act with their account.',
  fix: 'List the origins, or do not allow credentials.',
  blindTo:
    'Only values in headers and gateway settings are checked. A reader judges what a sentence says about origins.',
  check: ({ root }) => {
    const hits: ApiHit[] = [];
    eachNode(root, (node) => {
      if (node.kind === 'map') hits.push(...corsHits(node));
    });
    return hits;
  },
});

/** Domains of the publisher: contact, terms and documentation, or else the first server. */
function ownDomains({ root, servers }: ApiDocument): Set<string> {
  const info = childOf(root, 'info');
  const named = [
    textAt(info, 'termsOfService'),
    textAt(childOf(info, 'contact'), 'url'),
    textAt(childOf(root, 'externalDocs'), 'url'),
  ];
  const mail = textAt(childOf(info, 'contact'), 'email').split('@')[1];
  const spoken = [...named.flatMap((url) => hostOf(url) ?? []), ...(mail === undefined ? [] : [mail.toLowerCase()])];
  const first = spoken.length > 0 ? undefined : servers.find(({ of }) => of === 'document');
  const firstHost = first === undefined ? undefined : hostOf(first.url);
  return new Set([...spoken, ...(firstHost === undefined ? [] : [firstHost])].map(registrableDomain));
}

const strangeServer = apiRule({
  id: 'API-12',
  title: 'Server on a foreign domain',
  question: 'Is a server neither declared nor on a domain of the publisher?',
  severity: 'MEDIUM',
  nature: 'malice',
  references: ['OWASP-API9:2023', 'CWE-441'],
  why: 'Calls and credentials would go to a third party.',
  fix: 'Declare the endpoint, or remove the server.',
  blindTo:
    'With declared endpoints, every other server is reported. Without them, the rule reports tunnels, collectors, raw IP addresses, and servers on a different domain than the contact or the first server. Sign-in addresses are compared only with declared endpoints and known collectors.',
  check: (document, { declaredHosts }) => {
    const house = ownDomains(document);
    const places = [
      ...document.servers.map(({ url, at }) => ({ url, at, isServer: true })),
      ...flowUrls(document).map(({ url, at }) => ({ url, at, isServer: false })),
    ];
    return places.flatMap(({ url, at, isServer }): ApiHit[] => {
      const host = hostOf(url);
      if (host === undefined || isInner(host) || /[{}]/.test(host) || declaredHosts.has(host)) return [];
      const origin = toUrlValue(url)?.origin ?? 'unknown';
      const hit = (why: string): ApiHit[] => [{ at, confidence: 'firm', note: `${host} ${why}.`, class: 'server' }];
      if (isShadyOrigin(origin)) return hit(`is a ${origin.replace('-', ' ')}`);
      if (!isServer) return [];
      if (declaredHosts.size > 0) return hit('is not among the declared endpoints');
      return house.has(registrableDomain(host)) ? [] : hit('is of another domain than the rest of the document');
    });
  },
});

const WEAK_SCHEMES: ReadonlySet<string> = new Set(['basic', 'digest', 'negotiate', 'ntlm', 'hoba']);
const RETIRED_FLOWS: ReadonlySet<string> = new Set(['implicit', 'password']);

const weakScheme = apiRule({
  id: 'API-20',
  title: 'Weak authentication scheme',
  question: 'Does a scheme send passwords with every call, or use a deprecated OAuth flow?',
  severity: 'MEDIUM',
  references: ['OWASP-API2:2023', 'CWE-1390', 'CWE-522'],
  why: 'Every call carries the password, or tokens are returned in URLs.',
  fix: 'Use short-lived tokens and the authorization code flow with PKCE.',
  blindTo: 'The rule uses type, scheme, flow and bearerFormat. A reader judges whether tokens are checked.',
  check: ({ schemes }) =>
    [...schemes.values()].flatMap(({ name, at, type, scheme, node }): ApiHit[] => {
      const hit = (note: string, kind: string): ApiHit => ({ at, confidence: 'firm', note, class: kind });
      const flows = [...entriesOf(childOf(node, 'flows')).map(({ key }) => key), textAt(node, 'flow')];
      const isUnsigned = textAt(node, 'bearerFormat').toLowerCase().includes('none');
      return [
        ...(type === 'http' && WEAK_SCHEMES.has(scheme) ? [hit(`"${name}" is HTTP ${scheme}.`, 'scheme')] : []),
        ...flows
          .filter((flow) => RETIRED_FLOWS.has(flow))
          .map((flow) => hit(`"${name}" uses the retired ${flow} flow.`, 'flow')),
        ...(isUnsigned ? [hit(`"${name}" takes unsigned tokens.`, 'unsigned')] : []),
      ];
    }),
});

export const TRANSPORT_RULES: readonly ApiRule[] = [plainHttp, inAddress, anyOrigin, strangeServer, weakScheme];
