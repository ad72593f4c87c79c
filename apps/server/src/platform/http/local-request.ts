const LOOPBACK_HOST = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

/** The requested host name, and the headers that a proxy adds. */
export type LocalHeaders = { readonly host?: string | undefined } & Readonly<Record<string, string | undefined>>;

/**
 * Whether a request comes from this machine. A foreign host name that resolves to loopback is a DNS rebinding attack on
 * a local browser, and a forwarded request comes from another machine.
 */
export const isLocalRequest = ({ host, ...forwarded }: LocalHeaders): boolean =>
  host !== undefined && LOOPBACK_HOST.test(host) && Object.values(forwarded).every((value) => value === undefined);
