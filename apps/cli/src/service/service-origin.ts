/** Whether an address belongs to the configured service: the origin is the same, and the path is below the service's own. */
export function isServiceUrl(url: URL, service: string): boolean {
  const { origin, pathname } = new URL(service);
  const base = pathname.replace(/\/+$/, '');
  return url.origin === origin && url.username === '' && url.password === '' && url.pathname.startsWith(`${base}/`);
}
