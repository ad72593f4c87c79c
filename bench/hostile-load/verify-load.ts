/** Verifies in a process of its own: `node verify-load.ts PORT PER_SECOND IDS`; for each number of seconds it is sent, it answers with what it saw. */
import { runLoad } from '../lib/load.ts';

const [port = '', perSecond = '', ids = ''] = process.argv.slice(2);
const CONNECTIONS = 50;
const paths = ids.split(',').map((id) => `/api/v1/public/certificates/${id}/verify`);
let next = 0;

process.on('message', async (seconds: number) => {
  const result = await runLoad({
    port: Number(port),
    connections: CONNECTIONS,
    seconds,
    requestsPerSecond: Number(perSecond),
    nextPath: () => paths[next++ % paths.length] ?? '/',
  });
  process.send?.(result);
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
