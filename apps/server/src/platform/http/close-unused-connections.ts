import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Returns a function that closes connections without a single byte received, now and from then on. Clients open such
 * connections ahead of time. Node counts them as active, so a stop would wait for its whole limit.
 */
export function trackUnusedConnections(server: Server): () => void {
  const open = new Set<Socket>();
  let isStopping = false;
  server.on('connection', (socket) => {
    if (isStopping) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    isStopping = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
