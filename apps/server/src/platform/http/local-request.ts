const LOOPBACK_HOST = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

/** The name that was asked for, and the headers that a proxy adds. */
export type LocalHeaders = { readonly host?: string | undefined } & Readonly<Record<string, string | undefined>>;

/**
 * Whether a request comes from this machine itself. A foreign name that resolves to loopback is DNS rebinding against a browser
 * here, and a forwarded request comes from another machine.
 */
export const isLocalRequest = ({ host, ...forwarded }: LocalHeaders): boolean =>
  host !== undefined && LOOPBACK_HOST.test(host) && Object.values(forwarded).every((value) => value === undefined);
