import type { ApiDocument } from '../document/document.ts';
import { type ApiHit, type ApiRule, apiRule } from '../rule.ts';
import { childOf } from '../tree/node.ts';
import { hasCredentialParameter, isMutating, isSecured, labelOf, ownOperations } from './operations.ts';

/** A path at or below one that requires a credential. */
const isBelow = (path: string, guarded: readonly string[]): boolean =>
  guarded.some((above) => `${path}/`.startsWith(`${above}/`));

const collectionOf = (path: string): string => path.replace(/\/\{[^/]*\}\/?$/, '');

function openHits(document: ApiDocument): ApiHit[] {
  const all = ownOperations(document);
  // A document without any scheme may omit what the service checks.
  const isSilent = document.schemes.size === 0 && all.every(({ security }) => security.at === null);
  const confidence = isSilent ? 'tentative' : 'firm';
  const guarded = all.filter(isSecured).map(({ path }) => collectionOf(path));
  return all.flatMap((operation): ApiHit[] => {
    if (isSecured(operation) || hasCredentialParameter(operation)) return [];
    const { at, method, path, security } = operation;
    const label = labelOf(operation);
    if (isMutating(operation)) {
      // Sign-up and login use POST. Replacement and deletion always require an account.
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
  question: 'Does an operation that changes data, or reads a protected object, need no credential?',
  severity: 'HIGH',
  references: ['OWASP-API2:2023', 'OWASP-API5:2023', 'CWE-306'],
  why: 'Anyone who knows the address can call it.',
  fix: 'Require a security scheme for the operation, or for the document with exceptions for public operations.',
  blindTo:
    'POST is MEDIUM because logins and registrations need no credential. Reads are reported with low confidence, and only where other operations on the path are protected. A document without any scheme is reported with low confidence.',
  check: openHits,
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

export const ACCESS_RULES: readonly ApiRule[] = [unprotected, unsigned];
