/** Service addresses. Separate from the settings, so that a hook without a request loads no schema. */
export const DEFAULT_URL = 'http://127.0.0.1:8080';

export const trim = (url: string): string => url.replace(/\/+$/, '');

export const toOrigin = (url: string): string | undefined => {
  const origin = URL.parse(url)?.origin;
  return origin === undefined || origin === 'null' ? undefined : origin;
};

/**
 * The address of a service without login, query and fragment. Acceptance applies to this address, because another path
 * on the same host can be another service.
 */
export const toBase = (url: string): string | undefined => {
  const origin = toOrigin(url);
  return origin === undefined ? undefined : `${origin}${trim(new URL(url).pathname)}`;
};
