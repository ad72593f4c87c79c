/** The caller's sales: earnings, own offers, and the form for a new one. */
import { toCount, toDay, toMarks, toPlural, toWords } from '../../ui/format.ts';
import { Empty, Facts, Foreign, Mark, Section, Table, type Tone } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Loaded, useRead } from '../state.tsx';
import { Sell } from './sell.tsx';

type Earnings = Wire<'readEarnings'>;
type Sums = Earnings['totals'];

export function Sales() {
  const ask = useKeyed();
  const earnings = useRead('earnings', () => ask('readEarnings', 'GET /certsvc/v1/earnings'));
  return (
    <>
      <Section
        id="earnings"
        note="The price of a licence is held for 14 days. Then you receive it, minus 5 % for the commons fund."
        title="Earnings"
      >
        <Loaded of={earnings}>{(data) => <Sums data={data} />}</Loaded>
      </Section>
      <Section id="offers" title="Your listings">
        <Loaded of={earnings}>
          {({ listings }) =>
            listings.length === 0 ? <Empty>You have no listings yet.</Empty> : <Offers items={listings} />
          }
        </Loaded>
      </Section>
      <Sell onListed={earnings.reload} />
    </>
  );
}

const Sums = ({ data: { totals, nextPayoutAt, months } }: { data: Earnings }) => (
  <>
    <Facts
      items={[
        ['Held', toMarks(totals.held)],
        ['Next payout', nextPayoutAt === null ? 'None' : `${toDay(nextPayoutAt)}, if no flag is open`],
        ['Paid out', `${toMarks(totals.paidOut)}, after ${toMarks(totals.fees)} in fees`],
        ['Refunded', toMarks(totals.refunded)],
        ['Sold', toPlural(totals.licences, 'licence')],
      ]}
    />
    {months.length === 0 ? null : (
      <div className="mt-6">
        <Table
          caption="Earnings by month of sale"
          columns={[{ title: 'Month', cell: ({ month }) => toMonth(month) }, ...AMOUNTS]}
          keyOf={({ month }) => month}
          rows={months}
        />
      </div>
    )}
  </>
);

/** `2026-11` as November 2026. */
const toMonth = (month: string): string => toDay(`${month}-01`).replace(/^1 /, '');

const AMOUNTS = [
  { title: 'Sold', isNumber: true, cell: ({ licences }: Sums) => toCount(licences) },
  { title: 'Held', isNumber: true, cell: ({ held }: Sums) => toMarks(held) },
  { title: 'Paid out', isNumber: true, isWide: true, cell: ({ paidOut }: Sums) => toMarks(paidOut) },
  { title: 'Refunded', isNumber: true, isWide: true, cell: ({ refunded }: Sums) => toMarks(refunded) },
] as const;

const TONES: Readonly<Record<Earnings['listings'][number]['state'], Tone>> = {
  ACTIVE: 'ok',
  PAUSED: 'plain',
  BLOCKED: 'bad',
  DELISTED: 'plain',
};

const Offers = ({ items }: { items: Earnings['listings'] }) => (
  <Table
    caption="Earnings by listing"
    columns={[
      {
        title: 'Offer',
        cell: ({ listingId, name, version, state }) => (
          <>
            <a className="font-semibold" href={`/market/${listingId}`}>
              <Foreign>{`${name} ${version}`}</Foreign>
            </a>
            <span className="block text-sm text-muted sm:hidden">{toWords(state)}</span>
          </>
        ),
      },
      { title: 'State', isWide: true, cell: ({ state }) => <Mark tone={TONES[state]}>{toWords(state)}</Mark> },
      { title: 'Price', isNumber: true, cell: ({ price }) => toMarks(price) },
      ...AMOUNTS,
    ]}
    keyOf={({ listingId }) => listingId}
    rows={items}
  />
);
