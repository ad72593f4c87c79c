import type { ApiDocument, Operation } from '../document/document.ts';
import { isOfType } from '../document/schema.ts';
import { type ApiHit, type ApiRule, apiRule } from '../rule.ts';
import { childOf, isTrueAt, textAt } from '../tree/node.ts';
import { hasCredentialParameter, isMutating, isSecured, labelOf, ownOperations } from './operations.ts';

/** A path at or below one that requires a credential. */
const isBelow = (path: string, guarded: readonly string[]): boolean =>
  guarded.some((above) => `${path}/`.startsWith(`${above}/`));

const collectionOf = (path: string): string => path.replace(/\/\{[^/]*\}\/?$/, '');

function openHits(document: ApiDocument): ApiHit[] {
  const all = ownOperations(document);
  // A document without any scheme may leave out what the service checks.
  const isSilent = document.schemes.size === 0 && all.every(({ security }) => security.at === null);
  const confidence = isSilent ? 'tentative' : 'firm';
  const guarded = all.filter(isSecured).map(({ path }) => collectionOf(path));
  return all.flatMap((operation): ApiHit[] => {
    if (isSecured(operation) || hasCredentialParameter(operation)) return [];
    const { at, method, path, security } = operation;
    const label = labelOf(operation);
    if (isMutating(operation)) {
      // Sign-up and login are posted; replacing and deleting never come before an account.
      const severity = method === 'post' ? 'MEDIUM' : 'HIGH';
      return [{ at, confidence, severity, note: `${label} requires no credential.`, class: `mutating ${severity}` }];
    }
    const isLeftOpen = security.isOwn && path.includes('{') && isBelow(path, guarded);
    return isLeftOpen
      ? [
          {
            at,
            confidence: 'tentative',
            note: `${label} requires no credential, and other operations on the same path do.`,
            class: 'read',
          },
        ]
      : [];
  });
}

const unprotected = apiRule({
  id: 'API-01',
  title: 'Operation without a credential',
  question: 'Does an operation that changes something, or one object below a protected path, need no credential?',
  severity: 'HIGH',
  references: ['OWASP-API2:2023', 'OWASP-API5:2023', 'CWE-306'],
  why: 'Anyone who knows the address can call it.',
  fix: 'Require a security scheme for the operation, or for the whole document and lift it where that is intended.',
  blindTo:
    'POST is MEDIUM because logins and registrations need no credential. Reads are reported tentatively, and only where the path is protected for other operations. A document without any scheme is reported tentatively.',
  check: openHits,
});

const DIGITS = /^\^?\(?(?:\\d|\[0-9\])/;

const enumerable = apiRule({
  id: 'API-04',
  title: 'Objects addressed by consecutive numbers',
  question: 'Is an object behind a credential addressed by a number?',
  severity: 'LOW',
  references: ['OWASP-API1:2023', 'CWE-639'],
  why: 'A caller who may read one number can try the next; a document does not prove that ownership is checked.',
  fix: 'Address objects by random identifiers, and check the owner on every access.',
  blindTo: 'Covers only the type and pattern of path parameters. A reader judges whether the service checks the owner.',
  check: (document) =>
    ownOperations(document)
      .filter(isSecured)
      .flatMap((operation): ApiHit[] =>
        operation.parameters
          .filter(
            ({ in: place, schema }) =>
              place === 'path' && (isOfType(schema, 'integer') || DIGITS.test(textAt(schema, 'pattern'))),
          )
          .slice(0, 1)
          .map(({ at, name }) => ({
            at,
            confidence: 'tentative',
            note: `${labelOf(operation)} takes the number "${name}".`,
            class: 'enumerable',
          })),
      ),
});

const versionIn = (path: string): RegExpExecArray | null => /(?:^|\/)v(\d+)(?:\.\d+)?(?=\/|$)/i.exec(path);

/** The same path and method in several versions. */
function versionHits(document: ApiDocument): ApiHit[] {
  const families = Map.groupBy(
    ownOperations(document).flatMap((operation) => {
      const found = versionIn(operation.path);
      return found === null
        ? []
        : [{ operation, version: Number(found[1]), rest: operation.path.replace(found[0], '') }];
    }),
    ({ operation, rest }) => `${operation.method} ${rest}`,
  );
  return [...families.values()].flatMap((family) => {
    const newest = family.reduce((best, one) => (one.version > best.version ? one : best));
    return family.flatMap(({ operation, version }): ApiHit[] => {
      const isWeaker = !isSecured(operation) && isSecured(newest.operation);
      if (version === newest.version || (operation.isDeprecated && !isWeaker)) return [];
      const more = isWeaker ? ' and requires no credential, unlike the newer one' : '';
      return [
        {
          at: operation.at,
          confidence: 'firm',
          severity: isWeaker ? 'HIGH' : 'LOW',
          note: `${labelOf(operation)} is offered beside version ${newest.version}${more}.`,
          class: isWeaker ? 'weaker' : 'version',
        },
      ];
    });
  });
}

/** Marked as deprecated, open, while every current operation requires a credential. */
function deprecatedHits(document: ApiDocument): ApiHit[] {
  const all = ownOperations(document);
  const current = all.filter(({ isDeprecated }) => !isDeprecated);
  if (current.length === 0 || !current.every(isSecured)) return [];
  return all
    .filter((one) => one.isDeprecated && !isSecured(one))
    .map((operation) => ({
      at: operation.at,
      confidence: 'firm',
      severity: 'MEDIUM',
      note: `${labelOf(operation)} is deprecated and requires no credential, unlike all others.`,
      class: 'deprecated',
    }));
}

const oldVersions = apiRule({
  id: 'API-13',
  title: 'Earlier version still offered',
  question: 'Are earlier versions or deprecated operations still offered, unmarked or with less protection?',
  severity: 'LOW',
  nature: 'hygiene',
  references: ['OWASP-API9:2023', 'CWE-1059'],
  why: 'Vulnerabilities stay open in versions that are no longer maintained.',
  fix: 'Mark them as deprecated, give a removal date, and remove them.',
  blindTo:
    'Versions are read from paths. HIGH where the earlier version needs no credential and the later one does; MEDIUM for a deprecated operation that is the only open one.',
  check: (document) => [...versionHits(document), ...deprecatedHits(document)],
});

/** A whole collection: its items have a path of their own, and nothing has to be named to delete it. */
const isCollection = ({ path, parameters }: Operation, all: readonly Operation[]): boolean =>
  !path.endsWith('}') &&
  all.some((one) => collectionOf(one.path) === path && one.path !== path) &&
  !parameters.some(({ in: place, node }) => place === 'query' && isTrueAt(node, 'required'));

const bulkDeletion = apiRule({
  id: 'API-29',
  title: 'One call deletes a collection',
  question: 'Can one call without identifiers delete a whole collection?',
  severity: 'MEDIUM',
  references: ['OWASP-API6:2023', 'CWE-837', 'CWE-799'],
  why: 'One mistaken or injected call by an agent removes everything.',
  fix: 'Require the identifiers to delete, or a filter, and a confirmation.',
  blindTo: 'Only DELETE on a path whose items have their own paths. A reader judges deletion by POST.',
  check: (document) => {
    const all = ownOperations(document);
    return all
      .filter((one) => one.method === 'delete' && one.bodies.length === 0 && isCollection(one, all))
      .map((operation) => ({
        at: operation.at,
        confidence: 'firm',
        note: `${labelOf(operation)} names nothing of what it deletes.`,
        class: 'bulk',
      }));
  },
});

const SIGNATURE = /signature|hmac|digest|authorization|token|secret|jws/;

const unsigned = apiRule({
  id: 'API-17',
  title: 'Unsigned webhook',
  question: 'Is a webhook or callback described without a credential or signature header?',
  severity: 'MEDIUM',
  references: ['OWASP-API8:2023', 'CWE-345'],
  why: 'Anyone who knows the receiving address can forge the message.',
  fix: 'Sign the message and its timestamp, and declare the header.',
  blindTo:
    'Only declared headers, body properties and schemes count. A reader judges a signature that is described in a sentence.',
  check: ({ operations }) =>
    operations
      .filter(
        (one) =>
          one.kind !== 'path' &&
          !isSecured(one) &&
          !one.parameters.some(({ in: place, name }) => place === 'header' && SIGNATURE.test(name.toLowerCase())) &&
          !one.bodies.some(({ schema }) => childOf(childOf(schema, 'properties'), 'signature') !== undefined),
      )
      .map((operation) => ({
        at: operation.at,
        confidence: 'firm',
        note: `${labelOf(operation)} declares nothing that proves the sender.`,
        class: 'unsigned',
      })),
});

export const ACCESS_RULES: readonly ApiRule[] = [unprotected, enumerable, oldVersions, unsigned, bulkDeletion];
