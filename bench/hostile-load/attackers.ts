/** Runs one attack in a separate process at the lowest priority: `node attackers.ts URL NAME`, then `go` and `rest`. */
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { linkWallet } from '../../apps/server/src/testing/plain-client.ts';
import { ATTACKS, type Attack, type Attacker } from './attacks.ts';

const LEAST_PRIORITY = 19;
const SECOND_MS = 1_000;
const FIRST_CALL_MS = 5_000;
const [url = '', name = ''] = process.argv.slice(2);
const attack = ATTACKS[name];
if (attack === undefined) throw new Error(`There is no attack ${name}`);

/** How often each status was answered; 0: the connection ended first. */
const statuses: Record<number, number> = {};
let isAtWork = false;

async function newAttacker(place: number): Promise<Attacker> {
  const { apiKey } = await linkWallet({ url }, privateKeyToAccount(generatePrivateKey()));
  return { url, localAddress: `127.0.3.${place + 1}`, apiKey: String(apiKey) };
}

/** One call at each tick, whether the one before has been answered or not: a flood does not wait. */
async function run(attacker: Attacker, { perSecond, call }: Attack): Promise<void> {
  while (isAtWork) {
    void call(attacker).then((status) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
    await pause(SECOND_MS / perSecond);
  }
}

setPriority(LEAST_PRIORITY);
process.on('disconnect', () => process.exit(0));
const attackers = await Promise.all(Array.from({ length: attack.attackers }, (_, place) => newAttacker(place)));
// The first answer of a route compiles its serializer, once in the life of a process: that is not part of the attack.
const [first] = attackers;
if (first !== undefined) await Promise.race([attack.call(first), pause(FIRST_CALL_MS)]);
process.on('message', (word) => {
  isAtWork = word === 'go';
  if (isAtWork) for (const attacker of attackers) void run(attacker, attack);
  else process.send?.(statuses);
});
process.send?.('ready');
