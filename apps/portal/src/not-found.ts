/** No page exists at this path. Answered like a problem of the service. */
export class NotFound extends Error {
  override name = 'NotFound';
  readonly status = 404;
  readonly code = 'route_not_found';
}
