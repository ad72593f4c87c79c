/** What the actor's city offers: work, homes, businesses, a loan, and proposals to vote on. */
import type { ReactNode } from 'react';
import { toMarks, toShare, toWords } from '../../ui/format.ts';
import { Empty, Foreign, Section, Table } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Loaded, useRead } from '../state.tsx';
import type { Send } from './play.tsx';

type Actor = Wire<'readActor'>;

const DO = 'underline';
const SHOWN = 8;

/** Read again in each turn, because prices change. */
export function Offers({ actor, send, turn }: { actor: Actor; send: Send; turn: number }) {
  const ask = useKeyed();
  const cityId = actor.city.id;
  const path = `/api/v1/cities/${cityId}` as const;
  const firms = `GET /api/v1/businesses?cityId=${cityId}&status=ACTIVE` as const;
  const offers = useRead(`offers ${cityId} ${turn}`, async () => ({
    jobs: (await ask('listVacancies', `GET ${path}/vacancies?limit=50`)).items,
    homes: (await ask('listProperties', `GET ${path}/properties?forSale=true&sort=price&limit=100`)).items,
    votes: (await ask('listProposals', `GET ${path}/proposals?limit=20`)).items,
    employers: (await ask('listBusinesses', `${firms}&limit=100`)).items,
    firms: (await ask('listBusinesses', `${firms}&forSale=true&sort=price&limit=${SHOWN}`)).items,
    banks: (await ask('listBusinesses', `${firms}&sector=BANK&limit=1`)).items,
  }));
  return (
    <Section id="offers" title={`Offers in ${actor.city.name}`}>
      <Loaded of={offers}>
        {({ jobs, homes, votes, employers, firms, banks }) => (
          <div className="grid gap-8">
            <Part title="Work">
              <Jobs employers={employers} items={jobs} send={send} />
            </Part>
            <Part title="Vacant homes">
              <Homes
                empty="No homes are vacant."
                items={homes.filter(({ occupantId }) => occupantId === null)}
                send={send}
              />
            </Part>
            <Part title="Homes for sale with a tenant">
              <Homes
                empty="No such homes are for sale."
                items={homes.filter(({ occupantId }) => occupantId !== null)}
                send={send}
              />
            </Part>
            <Part title="Businesses for sale">
              <Firms items={firms} send={send} />
            </Part>
            <Part title="Loan">
              <Loan actor={actor} bank={banks[0]} send={send} />
            </Part>
            <Part title="Proposals">
              <Votes items={votes.filter(({ state }) => state === 'OPEN')} send={send} />
            </Part>
          </div>
        )}
      </Loaded>
    </Section>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0">
    <h3 className="mb-2 font-semibold">{title}</h3>
    {children}
  </div>
);

type JobsProps = {
  items: Wire<'listVacancies'>['items'];
  employers: Wire<'listBusinesses'>['items'];
  send: Send;
};

const Jobs = ({ items, employers, send }: JobsProps) =>
  items.length === 0 ? (
    <Empty>There are no vacancies.</Empty>
  ) : (
    <Table
      caption="Job offers, best paid first"
      columns={[
        {
          title: 'Work',
          cell: ({ role, businessId }) =>
            businessId === null ? (
              toWords(role ?? 'public')
            ) : (
              <a href={`/world/businesses/${businessId}`}>
                <Foreign>{employers.find(({ id }) => id === businessId)?.name ?? 'Business'}</Foreign>
              </a>
            ),
        },
        { title: 'Places', isNumber: true, cell: ({ count }) => count },
        { title: 'Wage per month', isNumber: true, cell: ({ wage }) => toMarks(wage) },
        {
          title: 'Actions',
          cell: ({ role, businessId }) => (
            <button
              className={DO}
              onClick={() =>
                businessId === null
                  ? send('INTENT_APPLY_PUBLIC_JOB', { role: role ?? 'CLERK' })
                  : send('INTENT_APPLY_JOB', { businessId })
              }
              type="button"
            >
              Apply
            </button>
          ),
        },
      ]}
      keyOf={({ businessId, role }) => `${businessId ?? ''}${role ?? ''}`}
      rows={items.toSorted((one, other) => Number(other.wage) - Number(one.wage)).slice(0, SHOWN)}
    />
  );

type HomesProps = { items: Wire<'listProperties'>['items']; empty: string; send: Send };

const Homes = ({ items, empty, send }: HomesProps) => (
  <Table
    caption="Homes"
    columns={[
      { title: 'Home', cell: ({ tier }) => toWords(tier) },
      { title: 'Rent per month', isNumber: true, cell: ({ rent }) => (rent === null ? 'None' : toMarks(rent)) },
      {
        title: 'Price',
        isNumber: true,
        cell: ({ salePrice }) => (salePrice === null ? 'Not for sale' : toMarks(salePrice)),
      },
      {
        title: 'Actions',
        cell: ({ id: propertyId, occupantId, salePrice }) => (
          <span className="flex gap-3">
            {occupantId === null ? (
              <button className={DO} onClick={() => send('INTENT_RENT_HOME', { propertyId })} type="button">
                Rent
              </button>
            ) : null}
            {salePrice === null ? null : (
              <button
                className={DO}
                onClick={() => send('INTENT_BUY_PROPERTY', { propertyId, maxPrice: salePrice })}
                type="button"
              >
                Buy
              </button>
            )}
          </span>
        ),
      },
    ]}
    empty={empty}
    keyOf={({ id }) => id}
    rows={items.slice(0, SHOWN)}
  />
);

const Firms = ({ items, send }: { items: Wire<'listBusinesses'>['items']; send: Send }) => (
  <Table
    caption="Businesses for sale"
    columns={[
      {
        title: 'Business',
        cell: ({ id, name }) => (
          <a href={`/world/businesses/${id}`}>
            <Foreign>{name}</Foreign>
          </a>
        ),
      },
      { title: 'Sector', isWide: true, cell: ({ sector }) => toWords(sector) },
      { title: 'Workers', isNumber: true, cell: ({ workers }) => workers },
      { title: 'Price', isNumber: true, cell: ({ salePrice }) => toMarks(salePrice ?? '0') },
      {
        title: 'Actions',
        cell: ({ id: businessId, salePrice }) => (
          <button
            className={DO}
            onClick={() => send('INTENT_BUY_BUSINESS', { businessId, maxPrice: salePrice })}
            type="button"
          >
            Buy
          </button>
        ),
      },
    ]}
    empty="No businesses are for sale."
    keyOf={({ id }) => id}
    rows={items}
  />
);

/** A bank lends up to three monthly incomes. This is about one, which its other limits allow too. */
const [LOAN_SHARE_OF_WAGE, LOAN_MONTHS] = [0.8, 12] as const;

type LoanProps = { actor: Actor; bank: Wire<'listBusinesses'>['items'][number] | undefined; send: Send };

const Loan = ({ actor: { state }, bank, send }: LoanProps) => {
  const { wage } = state.employment;
  if (state.debt !== '0')
    return <p>The actor owes {toMarks(state.debt)}. Instalments are paid at the end of the month.</p>;
  if (wage === null || bank === undefined) return <p>A bank lends to actors with a job.</p>;
  const amount = String(Math.floor(Number(wage) * LOAN_SHARE_OF_WAGE));
  return (
    <p className="flex flex-wrap gap-3">
      <span>Borrowed marks pay for goods, rent, study and licences.</span>
      <button
        className={DO}
        onClick={() => send('INTENT_REQUEST_LOAN', { bankId: bank.id, amount, months: LOAN_MONTHS })}
        type="button"
      >
        Borrow {toMarks(amount)} for a year
      </button>
    </p>
  );
};

type ProposalOf = Wire<'listProposals'>['items'][number];

const HUNDREDTHS = 10_000;

/** A proposal in words, with its new value. */
function toProposal({ type, payload }: ProposalOf): string {
  const {
    tax,
    bp = 0,
    factorBp = HUNDREDTHS,
    budget = '0',
  } = payload as Readonly<{
    tax?: string;
    bp?: number;
    factorBp?: number;
    budget?: string;
  }>;
  const share = toShare(bp / HUNDREDTHS);
  if (type === 'TAX_CHANGE') return tax === 'profit' ? `Profit tax of ${share}` : `Income tax of ${share}`;
  if (type === 'BENEFIT') return `Unemployment benefit of ${share} of the public wage`;
  if (type === 'PUBLIC_POSTS') return `Public posts for ${share} of the residents`;
  if (type === 'PUBLIC_WAGE') return `Public wages at ${toShare(factorBp / HUNDREDTHS)} of the reference wage`;
  return `${toMarks(budget)} a month for new homes`;
}

const Votes = ({ items, send }: { items: Wire<'listProposals'>['items']; send: Send }) =>
  items.length === 0 ? (
    <Empty>There are no open proposals.</Empty>
  ) : (
    <Table
      caption="Proposals to vote on"
      columns={[
        {
          title: 'Proposal',
          cell: toProposal,
        },
        { title: 'Yes, no', isNumber: true, cell: ({ votes }) => `${votes.yes}, ${votes.no}` },
        {
          title: 'Actions',
          cell: ({ id: proposalId }) => (
            <>
              <button
                className={DO}
                onClick={() => send('INTENT_VOTE_PROPOSAL', { proposalId, choice: 'yes' })}
                type="button"
              >
                Yes
              </button>{' '}
              <button
                className={DO}
                onClick={() => send('INTENT_VOTE_PROPOSAL', { proposalId, choice: 'no' })}
                type="button"
              >
                No
              </button>
            </>
          ),
        },
      ]}
      keyOf={({ id }) => id}
      rows={items}
    />
  );
