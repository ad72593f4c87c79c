import { hash } from 'node:crypto';

/** A strong tag: equal tags mean equal bytes. */
export const etagOf = (bytes: string | Buffer): string => `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;

/**
 * `If-None-Match` of RFC 9110 §13.1.2: a list of tags or `*`, compared weakly. Tags of compressed answers end in their
 * encoding.
 */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((tag) => toPlainTag(tag.trim()) === etag);
}

const toPlainTag = (tag: string): string => tag.replace(/^W\//, '').replace(/-(br|gzip)"$/, '"');
