/** The result of a measure: its figures before and after, and its cost. */
import { toWorldTime } from '../../ui/economy.tsx';
import { toCount, toMarks, toShare, toWords } from '../../ui/format.ts';
import { type Fact, Facts, Table } from '../../ui/parts.tsx';

type Excerpt = Readonly<Record<string, unknown>>;
/** A measure's answer on the wire: excerpts of the changed state, and members that depend on the measure. */
export type Outcome = {
  readonly before: Excerpt;
  readonly after: Excerpt;
  readonly salaries?: readonly { readonly role: string; readonly before: string; readonly after: string }[];
  readonly cost?: string;
  readonly total_cost?: string;
  readonly annual_cost?: string;
  readonly runway_months?: number;
  readonly money_growth_pct?: number;
  readonly completion_tick?: number;
};
type Row = { readonly name: string; readonly was: string; readonly is: string };

const NAMES: Readonly<Record<string, string>> = {
  treasury: 'City treasury',
  money_supply: 'Money supply',
  public_posts: 'Public-sector jobs',
  under_construction: 'Homes under construction',
};

/** Amounts are digit strings on the wire, counts are numbers, and other texts are codes. */
function toText(value: unknown): string {
  if (typeof value === 'number') return toCount(value);
  if (typeof value !== 'string') return '';
  return /^\d+$/.test(value) ? toMarks(value) : toWords(value);
}

const toRows = ({ before, after, salaries }: Outcome): readonly Row[] =>
  salaries?.map((one) => ({ name: toWords(one.role), was: toMarks(one.before), is: toMarks(one.after) })) ??
  Object.keys({ ...before, ...after }).map((name) => ({
    name: NAMES[name] ?? toWords(name),
    was: toText(before[name]),
    is: toText(after[name]),
  }));

function costsOf({ total_cost: total, cost = total, annual_cost: annual, ...rest }: Outcome): readonly Fact[] {
  const { money_growth_pct: growth, runway_months: runway, completion_tick: completion } = rest;
  return [
    ...(cost === undefined ? [] : [['Cost', toMarks(cost)] as const]),
    ...(annual === undefined ? [] : [['Cost per year', toMarks(annual)] as const]),
    ...(runway === undefined ? [] : [['Months covered by the treasury', toCount(Math.round(runway))] as const]),
    ...(growth === undefined ? [] : [['Growth of the money supply', toShare(growth / 100, 2)] as const]),
    ...(completion === undefined ? [] : [['Completed', toWorldTime(completion)] as const]),
  ];
}

export function Changes({ result }: { readonly result: Outcome }) {
  const costs = costsOf(result);
  return (
    <>
      <Table
        caption="Before and after"
        columns={[
          { title: 'Figure', cell: ({ name }) => name },
          { title: 'Before', isNumber: true, cell: ({ was }) => was },
          { title: 'After', isNumber: true, cell: ({ is }) => is },
        ]}
        keyOf={({ name }) => name}
        rows={toRows(result)}
      />
      {costs.length === 0 ? null : (
        <div className="mt-4">
          <Facts items={costs} />
        </div>
      )}
    </>
  );
}
