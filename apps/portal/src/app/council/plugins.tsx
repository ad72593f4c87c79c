/** The caller's rule packs and the six slots in which they are equipped. */
import { useState } from 'react';
import { toMicros } from '../../ui/amount.ts';
import { toDecimal, toMarks, toPrice, toWords } from '../../ui/format.ts';
import { Empty, Foreign, Mark, Notice, Section, Table, type Tone } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Link } from '../navigation.tsx';
import { Choice, Field, Form, Loaded, Refused, useAct, useRead } from '../state.tsx';

type Plugin = Wire<'listPlugins'>['items'][number];

const PLUGIN_TONES: Readonly<Record<Plugin['state'], Tone>> = {
  APPROVED: 'ok',
  PENDING_REVIEW: 'plain',
  REJECTED: 'bad',
  SUSPENDED: 'bad',
};

type Measured = Pick<Plugin, 'quality' | 'measurement'>;

/** The contribution of a plugin with its interval, or the number of cases while there are too few. */
export function toQuality({ quality, measurement }: Measured): string {
  if (measurement === null) return 'Not measured';
  const { cases, interval } = measurement;
  if (quality === null || interval === null) return `Needs 200 cases, has ${cases}`;
  const [share, low, high] = [quality, interval.low, interval.high].map((part) => toDecimal(part / 10, 1));
  return `${share} % more attacks found (95 %: ${low} to ${high} %)`;
}

/** The counts behind the quality value. */
export function toCounts({ measurement }: Measured): string {
  if (measurement === null) return 'Measured at the first screening';
  const { attacks, found, foundAlone, harmless, falseAlarms } = measurement;
  return `Finds ${found} of ${attacks} attacks, ${foundAlone} of them missed by the engine; false positives in ${falseAlarms} of ${harmless} harmless cases`;
}

export function Plugins() {
  const ask = useKeyed();
  const list = useRead('plugins', () => ask('listPlugins', 'GET /certsvc/v1/plugins?limit=100'));
  return (
    <Section
      id="plugins"
      note="A plugin is a rule pack that you wrote or bought. A plugin in a slot is used in every review for which you are drawn from then on."
      title="Plugins"
    >
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>You have no plugins.</Empty>
          ) : (
            <Table
              caption="Plugins"
              columns={[
                {
                  title: 'Name',
                  cell: ({ id, name, revision }) => (
                    <Link className="font-semibold" to={`/council/plugins/${id}`}>
                      <Foreign>{`${name}, revision ${revision}`}</Foreign>
                    </Link>
                  ),
                },
                { title: 'State', cell: ({ state }) => <Mark tone={PLUGIN_TONES[state]}>{toWords(state)}</Mark> },
                { title: 'Quality', cell: toQuality },
                { title: 'Origin', cell: ({ origin }) => toWords(origin) },
                { title: 'Slots', cell: ({ slots }) => slots.join(', ') || 'None' },
                { title: 'Price', cell: ({ published, price }) => (published && price ? toPrice(price) : 'No') },
              ]}
              keyOf={({ id }) => id}
              rows={items}
            />
          )
        }
      </Loaded>
      <p className="mt-5 flex flex-wrap items-center gap-5">
        <Link className="button" to="/council/plugins/new">
          Write a plugin
        </Link>
        <Link to="/council/plugin-market">Buy a plugin</Link>
        <button className="underline" onClick={list.reload} type="button">
          Refresh
        </button>
      </p>
    </Section>
  );
}

/** For a stored plugin: its state, screening result, sale and removal. */
export function PluginLife({ plugin, onChanged }: { plugin: Plugin; onChanged: () => void }) {
  const ask = useKeyed();
  const act = useAct();
  const [price, setPrice] = useState('10');
  const change = (work: () => Promise<unknown>) => async (): Promise<void> => {
    await work();
    onChanged();
  };
  const publish = change(() =>
    ask('publishPlugin', `POST /certsvc/v1/plugins/${plugin.id}/publish`, { body: { price: toMicros(price) } }),
  );
  const unpublish = change(() => ask('unpublishPlugin', `POST /certsvc/v1/plugins/${plugin.id}/unpublish`));
  return (
    <Section id="life" title="Review result">
      <p className="flex flex-wrap items-center gap-3">
        <Mark tone={PLUGIN_TONES[plugin.state]}>{toWords(plugin.state)}</Mark>
        Revision {plugin.revision}. {toQuality(plugin)}. {toCounts(plugin)}.
        <button className="underline" onClick={onChanged} type="button">
          Refresh
        </button>
      </p>
      {plugin.review?.reasons.map((reason) => (
        <div className="mt-3" key={reason}>
          <Notice title={reason} tone={plugin.state === 'APPROVED' ? 'plain' : 'bad'} />
        </div>
      ))}
      {plugin.state === 'APPROVED' && plugin.origin === 'CREATED' && !plugin.published ? (
        <Form act={act} onSubmit={publish} submit="Offer for sale">
          <Field
            hint="In marks; 5 % goes to the commons fund"
            isAmount
            label="Price"
            onChange={setPrice}
            value={price}
          />
        </Form>
      ) : (
        <Refused refusal={act.refusal} />
      )}
      {plugin.published ? (
        <button className="button mt-4" data-quiet onClick={() => act.run(unpublish)} type="button">
          Withdraw from sale
        </button>
      ) : null}
    </Section>
  );
}

export function Slots() {
  const ask = useKeyed();
  const slots = useRead('slots', () => ask('readPluginSlots', 'GET /certsvc/v1/plugin-slots'));
  const plugins = useRead('plugins', () => ask('listPlugins', 'GET /certsvc/v1/plugins?limit=100'));
  const act = useAct();
  const usable = (plugins.data?.items ?? []).filter(({ state }) => state === 'APPROVED');
  const change = (work: () => Promise<unknown>): void =>
    act.run(async () => {
      await work();
      slots.reload();
    });
  const equip = (slotIndex: number, pluginId: string): void =>
    change(() =>
      pluginId === ''
        ? ask('clearPluginSlot', `DELETE /certsvc/v1/plugin-slots/${slotIndex}`)
        : ask('assignPluginSlot', 'POST /certsvc/v1/plugin-slots/assign', { body: { slotIndex, pluginId } }),
    );
  return (
    <Section
      id="slots"
      note="Only approved plugins can be assigned. A suspended plugin keeps its slot but is skipped."
      title="Slots"
    >
      <Refused refusal={act.refusal} />
      <Loaded of={slots}>
        {({ slots: places }) => (
          <ol className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {places.map(({ slotIndex, plugin }) => (
              <li className="border border-line bg-sheet p-4" key={slotIndex}>
                <h3 className="flex min-h-7 items-center justify-between gap-2 font-semibold">
                  Slot {slotIndex}
                  {plugin === null ? null : (
                    <Mark tone={plugin.active ? 'ok' : 'bad'}>{plugin.active ? 'Active' : 'Skipped'}</Mark>
                  )}
                </h3>
                <Choice
                  label={`Plugin in slot ${slotIndex}`}
                  onChange={(id) => equip(slotIndex, id)}
                  options={[['', 'Empty'], ...toOptions(usable, plugin)]}
                  value={plugin?.id ?? ''}
                />
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      {plugins.data !== undefined && usable.length === 0 ? (
        <p className="mt-4 text-muted">
          You have no approved plugin yet. <Link to="/council/plugins">See your plugins</Link>.
        </p>
      ) : null}
    </Section>
  );
}

type Equipped = Wire<'readPluginSlots'>['slots'][number]['plugin'];

/** The equipped plugin is always an option, even when it could not be selected again. */
const toOptions = (usable: readonly Plugin[], equipped: Equipped): (readonly [string, string])[] => {
  const options = usable.map(({ id, name }) => [id, name] as const);
  const isListed = equipped === null || usable.some(({ id }) => id === equipped.id);
  return isListed ? options : [...options, [equipped.id, equipped.name] as const];
};

export const toCost = (pricing: Wire<'readPluginPricing'>): string =>
  `${toMarks(pricing.creationFee.amount)} per submission, ${toMarks(pricing.changeFee.amount)} per change after ${pricing.freeResubmits} free changes`;
