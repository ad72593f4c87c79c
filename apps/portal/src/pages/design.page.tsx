/** Every UI component on one page. New pages use only these. */
import type { Page } from '../page.ts';
import { Empty, Facts, Hash, Mark, Notice, Section, Snippet, Table } from '../ui/parts.tsx';
import { Quoted } from '../ui/quoted.tsx';
import { LevelMark, StandingMark, VerdictBand } from '../ui/verdict.tsx';
import { VerifyBox } from '../ui/verify-box.tsx';

const COLOURS = ['paper', 'sheet', 'ink', 'muted', 'line', 'brass', 'ok', 'warn', 'bad'] as const;
const SWATCHES: Readonly<Record<(typeof COLOURS)[number], string>> = {
  paper: 'bg-paper',
  sheet: 'bg-sheet',
  ink: 'bg-ink',
  muted: 'bg-muted',
  line: 'bg-line',
  brass: 'bg-brass',
  ok: 'bg-ok',
  warn: 'bg-warn',
  bad: 'bg-bad',
};

const Verdicts = () => (
  <div className="grid gap-2">
    <VerdictBand
      label="ok"
      summary="Approved, read, no open flags."
      verdict={{ tone: 'ok', word: 'Valid', short: '' }}
    />
    <VerdictBand
      label="warn"
      summary="Approved, but neither a model nor a person has read it."
      verdict={{ tone: 'warn', word: 'Valid, unread', short: '' }}
    />
    <VerdictBand label="bad" summary="Any other answer." verdict={{ tone: 'bad', word: 'Do not use', short: '' }} />
  </div>
);

const Parts = () => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
    <p className="flex flex-wrap gap-2">
      {(['CLEAR', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const).map((level) => (
        <LevelMark key={level} level={level} />
      ))}
      <Mark>Plain</Mark>
      <StandingMark instructionsReadBy="MODEL" valid />
      <StandingMark instructionsReadBy="NONE" valid />
      <StandingMark activeFlagCount={1} instructionsReadBy="MODEL" status="APPROVED" valid={false} />
      <StandingMark instructionsReadBy="MODEL" status="SUSPENDED" valid={false} />
    </p>
    <p className="flex flex-wrap gap-2">
      <button className="button" type="button">
        Submit
      </button>
      <button className="button" data-quiet type="button">
        Secondary
      </button>
      <button className="button" data-danger type="button">
        Delete
      </button>
      <button className="button" disabled type="button">
        Disabled
      </button>
    </p>
    <label className="block max-w-md">
      <span className="label">A field</span>
      <input className="input mt-1" placeholder="Placeholder" />
    </label>
    <Notice title="Note" tone="plain">
      Additional information.
    </Notice>
    <Notice title="Done" tone="ok" />
    <Notice title="Warning" tone="warn" />
    <Notice title="Error" tone="bad">
      What happened and what to do next.
    </Notice>
    <Facts
      items={[
        ['Name', 'Value'],
        ['Digest', <Hash key="hash">6be76fb9a2be4c9effc7fa14a490f272</Hash>],
      ]}
    />
    <Table
      caption="A table"
      columns={[
        { title: 'Word', cell: ([word]) => word },
        { title: 'Number', isNumber: true, cell: ([, number]) => number },
      ]}
      keyOf={([word]) => word}
      rows={[['one', 1] as const, ['two', 2] as const]}
    />
    <Snippet label="A command" text="assay verify 0f1e2d3c4b5a69788796a5b4" />
    <Quoted
      firstLine={7}
      lines={[
        [['import', 'keyword'], [' os']],
        [['# a comment', 'comment']],
        [['print', 'function'], ['('], ["'text'", 'string'], [')']],
      ]}
    />
    <Empty>Nothing here yet. Name the next step.</Empty>
  </div>
);

export const design: Page<null> = {
  load: () => null,
  json: () => ({ colours: COLOURS }),
  isEnglish: true,
  head: () => ({
    title: 'Design: Assay',
    description: 'The components of the portal.',
    twin: { type: 'application/json', href: '/design.json' },
    isIndexed: false,
  }),
  body: () => (
    <div className="page">
      <h1 className="mt-10 text-3xl font-semibold">Design</h1>
      <p className="mt-2 max-w-prose text-muted">
        Pages of this portal show the answer first, then its author, then the evidence.
      </p>
      <Section id="colours" title="Colours">
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-9">
          {COLOURS.map((name) => (
            <li key={name}>
              <span className={`block h-12 border border-line ${SWATCHES[name]}`} />
              <span className="text-sm">{name}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="verdicts" title="Verdicts">
        <Verdicts />
      </Section>
      <Section id="box" title="Verify form">
        <VerifyBox />
      </Section>
      <Section id="parts" title="Components">
        <Parts />
      </Section>
    </div>
  ),
};
