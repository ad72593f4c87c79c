/** Becoming a validator, step by step: met requirements, missing ones, and how to meet them. */
import { type ReactNode, useState } from 'react';
import { toMicros } from '../../ui/amount.ts';
import { toMarks, toPlural } from '../../ui/format.ts';
import { Mark, Notice } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Link } from '../navigation.tsx';
import { Choice, Field, Form, Loaded, useAct, useOnce, useRead } from '../state.tsx';

type Requirements = Wire<'readRequirements'>;
type Requirement = Requirements['items'][number];

const MODES = [
  ['REMOTE', 'Remote: I vote in this portal or with my own client'],
  ['HOSTED', 'Hosted: the service votes with my plugins'],
] as const;

const TITLES: Readonly<Record<Requirement['code'], string>> = {
  ACTOR_AGE: "Your actor's age",
  REPUTATION: "Your actor's reputation",
  NO_DEFAULT: 'No loan in default',
  STAKE: 'Marks available for the stake',
  CALIBRATION: 'Calibration',
  ONE_PER_WALLET: 'One validator per wallet',
};

/** Submitting the form starts the calibration, so a missing calibration never blocks the form. */
const isMissing = ({ code, met }: Requirement): boolean => met === false && code !== 'CALIBRATION';

export function Activate({ onDone }: { onDone: () => void }) {
  const ask = useKeyed();
  const needs = useRead('requirements', () => ask('readRequirements', 'GET /certsvc/v1/activation-requirements'));
  return (
    <Loaded of={needs}>
      {(requirements) => {
        const missing = requirements.items.filter(isMissing);
        return (
          <>
            <p className="max-w-prose">This wallet is not a validator yet. It takes three steps.</p>
            <Step number={1} title="Meet the requirements">
              <Progress missing={missing.length} onCheck={needs.reload} total={requirements.items.length - 1} />
              <ul className="mt-3 border-t border-ink">
                {requirements.items
                  .filter(({ code }) => code !== 'CALIBRATION')
                  .map((item) => (
                    <Item item={item} key={item.code} />
                  ))}
              </ul>
            </Step>
            <Step number={2} title="Lock the stake">
              <Enter isReady={missing.length === 0} onDone={onDone} requirements={requirements} />
            </Step>
            <Step number={3} title="Pass the calibration">
              <p className="max-w-prose">
                {requirements.calibration.cases} cases with a known verdict appear under Assignments below; you must
                judge {requirements.calibration.pass} of them correctly. You have{' '}
                {requirements.calibration.attemptsPerWeek} attempts a week. Once you pass, you can be drawn for panels.
              </p>
            </Step>
          </>
        );
      }}
    </Loaded>
  );
}

const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <section aria-labelledby={`step-${number}`} className="mt-8 grid gap-x-5 sm:grid-cols-[2.5rem_1fr]">
    <span aria-hidden="true" className="step-number">
      {number}
    </span>
    <div className="min-w-0">
      <h3 className="mb-2 text-lg font-semibold" id={`step-${number}`}>
        {title}
      </h3>
      {children}
    </div>
  </section>
);

const Progress = ({ missing, total, onCheck }: { missing: number; total: number; onCheck: () => void }) => (
  <p className="flex flex-wrap items-center gap-x-5" role="status">
    {missing === 0 ? (
      'All requirements are met.'
    ) : (
      <>
        <span>
          {total - missing} of {total} met, {missing} missing.
        </span>
        <button className="underline" onClick={onCheck} type="button">
          Check again
        </button>
      </>
    )}
  </p>
);

/** The wire format of a stake is millionths of a mark. */
const toAmount = (code: string, value: string): string =>
  code === 'STAKE' && /^\d+$/.test(value) ? toMarks(value) : value;

const IN_FIGURES = new Set<Requirement['code']>(['ACTOR_AGE', 'REPUTATION', 'STAKE']);
const MET = { true: ['ok', '✓ Met'], false: ['bad', '✕ Missing'], null: ['plain', 'Unknown'] } as const;

const Item = ({ item }: { item: Requirement }) => {
  const { code, required, current, met } = item;
  const [tone, word] = MET[`${met}`];
  return (
    <li className="grid gap-x-5 gap-y-1 border-b border-line py-3 sm:grid-cols-[7rem_1fr]">
      <span>
        <Mark tone={tone}>{word}</Mark>
      </span>
      <span className="min-w-0">
        <strong>{TITLES[code]}</strong>
        {IN_FIGURES.has(code) ? (
          <span className="block text-muted">
            Required: {toAmount(code, required)}
            {current === null ? '' : `. You have: ${toAmount(code, current)}`}
          </span>
        ) : null}
        {met === false ? (
          <span className="mt-1 block max-w-prose">
            <Advice item={item} />
          </span>
        ) : null}
      </span>
    </li>
  );
};

/** The advice for an unmet requirement, with the missing amount. */
const Advice = ({ item: { code, required, current } }: { item: Requirement }) => {
  switch (code) {
    case 'ACTOR_AGE': {
      const days = Number.parseInt(required, 10) - Number.parseInt(current ?? '0', 10);
      return `Wait ${toPlural(days, 'day')} in the world. An hour there takes a few seconds.`;
    }
    case 'REPUTATION':
      return (
        <>
          <Link to="/council/actor">Ask your actor</Link> to work, pay its debts and keep its contracts.
        </>
      );
    case 'NO_DEFAULT':
      return (
        <>
          <Link to="/council/actor">Ask your actor</Link> to repay its loan.
        </>
      );
    case 'STAKE':
      return (
        <>
          You need another {toMarks(String(BigInt(required) - BigInt(current ?? '0')))}. Earn or buy them on{' '}
          <Link to="/council/actor">the page of your actor</Link>. Buy a little more than the stake, because actors pay
          for food and rent.
        </>
      );
    case 'ONE_PER_WALLET':
      return 'Use another wallet: this one is already a validator.';
    case 'CALIBRATION':
      return null;
  }
};

type EnterProps = { requirements: Requirements; isReady: boolean; onDone: () => void };

function Enter({ requirements: { tracks, minStake, unbondingDays }, isReady, onDone }: EnterProps) {
  const ask = useKeyed();
  const [stake, setStake] = useState(String(BigInt(minStake) / 1_000_000n));
  const [track, setTrack] = useState<string>(tracks[0] ?? 'SKILL');
  const [mode, setMode] = useState('REMOTE');
  const [family, setFamily] = useState('person');
  const act = useAct();
  const once = useOnce();
  const activate = async (): Promise<void> => {
    const body = { tracks: [track], stake: toMicros(stake), mode, family };
    await ask('activate', 'POST /certsvc/v1/activate', { body, headers: once.headers });
    once.renew();
    onDone();
  };
  return (
    <>
      {isReady ? null : <Notice title="You can take this step only when step 1 is complete." tone="plain" />}
      <Form act={act} onSubmit={activate} submit="Become a validator">
        <Choice label="Track" onChange={setTrack} options={tracks.map((one) => [one, one] as const)} value={track} />
        <Choice label="Voting mode" onChange={setMode} options={MODES} value={mode} />
        <Field
          hint="The model or method that you review with. Panels limit the number of seats for each family."
          label="Family"
          maxLength={64}
          onChange={setFamily}
          value={family}
        />
        <Field
          hint={`In marks, at least ${toMarks(minStake)}. It is returned ${unbondingDays} days after you leave.`}
          isAmount
          label="Stake"
          onChange={setStake}
          value={stake}
        />
      </Form>
    </>
  );
}
