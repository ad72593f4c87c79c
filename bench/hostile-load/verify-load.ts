/** Verifies in a separate process: `node verify-load.ts PORT PER_SECOND IDS`. For each number of seconds that it receives, it returns its measurements. */
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
