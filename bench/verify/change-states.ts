/** Suspends certificates through the operator route at a steady rate until it is stopped. */
import { idOf } from '../lib/certificates.ts';

const [port, count, perSecond, key] = process.argv.slice(2);
/** A prime: walks over all certificates in an order that favours none. */
const STRIDE = 7_919;

let n = 0;
let done = 0;
setInterval(() => {
  n = (n + STRIDE) % Number(count);
  const url = `http://127.0.0.1:${port}/api/v1/operator/certificates/${idOf(n)}/suspend`;
  const body = JSON.stringify({ reason: 'A change of status while others verify.' });
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
  void fetch(url, { method: 'POST', body, headers }).then(
    async (answer) => {
      await answer.arrayBuffer();
      if (answer.status === 200) done++;
    },
    () => undefined,
  );
}, 1000 / Number(perSecond));

// The bench asks how many changes really happened before it believes its own title.
process.on('message', () => process.send?.(done));
