import { type Input, KernelFault, view, type World } from '@assay/economy/world';
import { JournalId, newUuidV7, type RandomBytes } from '@assay/protocol';
import type { Owner } from '../ledger/index.ts';
import type { WorldEvent } from '../world/index.ts';
import type { PurseTransaction } from './mark-books.ts';
import { accountsOf, COMMONS, purseOf, TREASURY, WORLD } from './owners.ts';

type Deps = { readonly random: RandomBytes; readonly clock: { now(): Date } };
type Created = Extract<WorldEvent, { type: 'world.created' }>;
type Ticked = Extract<WorldEvent, { type: 'world.ticked' }>;
type Account = Extract<Input, { kind: 'money.issue' }>['to'];
type Entry = { readonly owner: Owner; readonly to: Account; readonly amount: bigint };

const MONEY: ReadonlySet<Input['kind']> = new Set(['hold', 'release', 'money.issue', 'money.retire', 'council.settle']);
/** Each entry is two postings of one journal. */
const ENTRIES_PER_JOURNAL = 100;

/** The border between ledger and world: it moves purses when a world is created and checks that both sides agree. */
export function createBorder({ random, clock }: Deps) {
  const newId = () => newUuidV7(JournalId, clock.now().getTime(), random);

  /**
   * Balances that exist when a world is created are part of its genesis. The other modules have queued its inhabitants
   * by now.
   */
  async function open(tx: PurseTransaction, { world }: Created): Promise<void> {
    const entries = [...(await pursesOf(tx, world)), ...(await publicFunds(tx))];
    for (let at = 0; at < entries.length; at += ENTRIES_PER_JOURNAL) {
      await enter(tx, entries.slice(at, at + ENTRIES_PER_JOURNAL));
    }
    const difference = (await tx.border.kept()) - view.world(world).outside;
    const [amount, reference] = [difference < 0n ? -difference : difference, 'the service'];
    if (difference > 0n) {
      await tell(tx, {
        kind: 'money.issue',
        to: { type: 'protocol' },
        amount: `${amount}`,
        reason: 'genesis',
        reference,
      });
    }
    if (difference < 0n) await tell(tx, { kind: 'money.retire', amount: `${amount}`, reason: 'genesis', reference });
  }

  /** A purse whose actor does not join the world stays in the ledger. */
  async function pursesOf(tx: PurseTransaction, world: World): Promise<Entry[]> {
    const joining = new Set(await tx.worldInputs.listJoining());
    const purses = await tx.border.listPurses();
    return purses
      .filter(({ actorId }) => joining.has(actorId) || view.wallet(world, actorId) !== undefined)
      .map(({ actorId, balance }) => ({
        owner: purseOf(actorId),
        to: { type: 'actor', id: actorId },
        amount: balance,
      }));
  }

  async function publicFunds({ ledger }: PurseTransaction): Promise<Entry[]> {
    const fundsOf = async (fund: Owner, to: Account): Promise<Entry[]> =>
      (await ledger.findAccounts(accountsOf(fund), 'MARK')).map(({ owner, balance }) => ({
        owner,
        to,
        amount: balance,
      }));
    const funds = [...(await fundsOf(TREASURY, { type: 'federal' })), ...(await fundsOf(COMMONS, { type: 'commons' }))];
    return funds.filter(({ amount }) => amount > 0n);
  }

  async function enter(tx: PurseTransaction, entries: readonly Entry[]): Promise<void> {
    const accountOf = async (owner: Owner) => {
      const mayGoNegative = owner === WORLD;
      return (await tx.ledger.openAccount({ owner, currency: 'MARK', mayGoNegative })).id;
    };
    const total = entries.reduce((sum, { amount }) => sum + amount, 0n);
    const postings = [{ accountId: await accountOf(WORLD), amount: total }];
    for (const { owner, amount } of entries) postings.push({ accountId: await accountOf(owner), amount: -amount });
    await tx.ledger.book({ id: newId(), kind: 'world.entered', ref: { type: 'world', id: 'genesis' }, postings });
    for (const { to, amount } of entries) {
      await tell(tx, { kind: 'money.issue', to, amount: `${amount}`, reason: 'genesis', reference: 'the service' });
    }
  }

  async function tell(tx: PurseTransaction, input: Input): Promise<void> {
    await tx.worldInputs.insert({ input, principal: 'ledger', createdAt: clock.now() });
  }

  /** Both books must agree after every hour. A world that disagrees stops. */
  async function check(tx: PurseTransaction, { world, inputs }: Ticked): Promise<void> {
    for (const { id, principal, input, result } of inputs) {
      if (principal !== 'ledger' || result.isDone) continue;
      throw new KernelFault('I10', `the world refused input ${id} (${input.kind}: ${result.code}), which is booked`);
    }
    if (await tx.worldInputs.isWaiting([...MONEY])) return; // inputs remain beyond this hour, so the totals cannot agree yet
    const [kept, outside] = [await tx.border.kept(), view.world(world).outside];
    if (kept !== outside) throw new KernelFault('I10', `the ledger keeps ${kept} marks, the world says ${outside}`);
  }

  return { open, check };
}
