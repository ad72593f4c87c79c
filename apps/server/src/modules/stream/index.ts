export { bindStreamRoutes } from './stream.routes.ts';
export { createStreams } from './stream.service.ts';
