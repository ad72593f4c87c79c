/** Pauses and resumes the world, also for a fixed number of hours. */
import { useEffect, useState } from 'react';
import { toWorldTime } from '../../ui/economy.tsx';
import { toCount, toWords } from '../../ui/format.ts';
import { Facts, Mark, Notice, Section, type Tone } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Choice, Field, Form, Loaded, useAct, useKept, useRead } from '../state.tsx';

type World = Wire<'readWorld'>;

const TONES: Readonly<Record<World['state'], Tone>> = {
  RUNNING: 'ok',
  PAUSED: 'warn',
  FAULTED: 'bad',
  DIVERGED: 'bad',
};
const POLL_MS = 5_000;
const A_DAY = '24';

type Change = Wire<'pauseWorld'>;

/** The browser may answer the next read from its cache, so a change counts until a later tick is read. */
const stateOf = (now: World, change: Change | undefined): World['state'] =>
  change !== undefined && change.tick >= now.tick ? change.state : now.state;

export function RunWorld() {
  const ask = useKeyed();
  const [change, setChange] = useState<Change>();
  const world = useRead('world', () => ask('readWorld', 'GET /api/v1/world'));
  useEffect(() => {
    const timer = setInterval(world.reload, POLL_MS);
    return () => clearInterval(timer);
  }, [world.reload]);
  return (
    <Section
      id="run"
      note="While the world is paused, reads continue and intents are rejected. One hour in the world is one tick."
      title="Run the world"
    >
      <Loaded of={world}>{(now) => <Run change={change} now={now} onChange={setChange} />}</Loaded>
    </Section>
  );
}

type RunProps = {
  readonly now: World;
  readonly change: Change | undefined;
  readonly onChange: (change: Change) => void;
};

function Run({ now, change, onChange }: RunProps) {
  const state = stateOf(now, change);
  return (
    <>
      <Facts
        items={[
          [
            'State',
            <Mark key="state" tone={TONES[state]}>
              {toWords(state)}
            </Mark>,
          ],
          ['Time', `${toWorldTime(now.tick)}, tick ${toCount(now.tick)}`],
        ]}
      />
      {state === 'RUNNING' || state === 'PAUSED' ? (
        <Switch key={state} onChange={onChange} state={state} />
      ) : (
        <div className="mt-4">
          <Notice
            title="The world is halted. Read its report and resume it on the command line (world resume)."
            tone="bad"
          />
        </div>
      )}
    </>
  );
}

type SwitchProps = { readonly state: 'RUNNING' | 'PAUSED'; readonly onChange: (change: Change) => void };

const LENGTHS = [
  ['open', 'Until it is paused'],
  ['hours', 'For a number of hours'],
] as const;

function Switch({ state, onChange }: SwitchProps) {
  const ask = useKeyed();
  const [length, setLength] = useState('open');
  const [hours, setHours] = useState(A_DAY);
  const [reason, setReason] = useKept(`world ${state}`);
  const act = useAct();
  const isRunning = state === 'RUNNING';
  const change = async (): Promise<void> => {
    const ticks = length === 'hours' ? { ticks: Number(hours) } : {};
    const changed = isRunning
      ? await ask('pauseWorld', 'POST /api/v1/operator/world/pause', { body: { reason } })
      : await ask('resumeWorld', 'POST /api/v1/operator/world/resume', { body: { reason, ...ticks } });
    setReason('');
    onChange(changed);
  };
  return (
    <Form act={act} isDanger={isRunning} onSubmit={change} submit={isRunning ? 'Pause the world' : 'Resume the world'}>
      {isRunning ? null : <Choice label="Duration" onChange={setLength} options={LENGTHS} value={length} />}
      {isRunning || length === 'open' ? null : (
        <Field
          hint="1 to 10 000 hours in the world. Then the world is paused again."
          label="Hours"
          onChange={setHours}
          value={hours}
        />
      )}
      <Field hint="Recorded in the audit log" label="Reason" maxLength={500} onChange={setReason} value={reason} />
    </Form>
  );
}
