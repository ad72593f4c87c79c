/** Health checks and metrics of a process without the API role, on the same routes. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

type Application = { ready(): PromiseLike<unknown>; routing(request: IncomingMessage, response: ServerResponse): void };
type Place = { readonly host: string; readonly port: number };

const PATHS = new Set(['/healthz', '/readyz', '/metrics']);

export function createStatusPort(http: Application) {
  const server = createServer((request, response) => {
    if (PATHS.has(request.url ?? '')) http.routing(request, response);
    else response.writeHead(404).end();
  });
  return {
    /** Resolves to the bound port. Port 0 selects a free one. */
    async listen({ host, port }: Place): Promise<number> {
      await http.ready();
      server.listen(port, host);
      await once(server, 'listening');
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : port;
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
