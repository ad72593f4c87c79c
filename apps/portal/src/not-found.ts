/** Nothing stands at this path; answered like a refusal of the service. */
export class NotFound extends Error {
  override name = 'NotFound';
  readonly status = 404;
  readonly code = 'route_not_found';
}
