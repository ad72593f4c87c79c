/** RFC 6901 pointer of a place in a JSON document; the root is the empty string. */
export const toJsonPointer = (path: readonly (string | number)[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
