export { ReadyAnswer, Reply, StreamAnswer } from './answer.ts';
export { type BoundRoute, bindRoutes, type Context, type Handlers } from './bind-routes.ts';
export { clientAddressReader, toRateSubject } from './client-address.ts';
export { readCursor, toCursor, unreadableCursor } from './cursor.ts';
export { etagOf, isUnchanged } from './etag.ts';
export { createHttpServer, type FastLane, type HttpServer } from './http-server.ts';
export { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
export { requestIdOf } from './request-id.ts';
export { CACHE_CONTROL, OPEN_CORS, SECURITY_HEADERS } from './standard-headers.ts';
