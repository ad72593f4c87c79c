/** The editor for rule packs. The pack's own samples run while the user types; nothing is stored before submission. */
import { useEffect, useState } from 'react';
import { FindingText } from '../../ui/finding.tsx';
import { toPlural, toWords } from '../../ui/format.ts';
import { Empty, Hash, Mark, Notice, Section, Table } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { Refusal } from '../api.ts';
import { useKeyed } from '../key.tsx';
import { go } from '../navigation.tsx';
import { Choice, Field, Form, Loaded, useAct, useKept, useOnce, useRead } from '../state.tsx';
import { FIRST_PLUGIN } from './first-plugin.ts';
import { PluginLife, toCost } from './plugins.tsx';

type Plugin = Wire<'readPlugin'>;
type Test = Wire<'testPlugin'>;

const SURFACES = ['SKILL', 'API', 'SKILL+API', 'TOOL', 'CONTRACT'] as const;
const CHARACTERS_MAX = 10_000;

export function PluginEditor({ id }: { id: string }) {
  return id === 'new' ? <Editor /> : <Existing id={id} />;
}

function Existing({ id }: { id: string }) {
  const ask = useKeyed();
  const plugin = useRead(`plugin ${id}`, () => ask('readPlugin', `GET /certsvc/v1/plugins/${id}`));
  return (
    <Loaded of={plugin}>
      {(one) => (
        <>
          <PluginLife onChanged={plugin.reload} plugin={one} />
          {one.origin === 'CREATED' ? (
            <Editor onSaved={plugin.reload} plugin={one} />
          ) : (
            <Section
              id="content"
              note="A copy of the approved revision. You can assign it to a slot, but you cannot change it."
              title={one.name}
            >
              <pre className="overflow-x-auto border border-line bg-sheet p-4 text-sm">{one.content}</pre>
            </Section>
          )}
        </>
      )}
    </Loaded>
  );
}

function Editor({ plugin, onSaved }: { plugin?: Plugin; onSaved?: () => void }) {
  const ask = useKeyed();
  const pricing = useRead('pricing', () => ask('readPluginPricing', 'GET /certsvc/v1/plugin-pricing'));
  const at = plugin?.id ?? 'new';
  const [name, setName] = useKept(`plugin name ${at}`, plugin?.name ?? '');
  const [content, setContent] = useKept(`plugin ${at} ${plugin?.revision ?? 0}`, plugin?.content ?? FIRST_PLUGIN);
  const [surface, setSurface] = useState<string>(plugin?.surface ?? 'SKILL');
  const [sample, setSample] = useKept(`plugin sample ${at}`);
  const tried = useTest(content, sample);
  const act = useAct();
  const once = useOnce();
  const save = async (): Promise<void> => {
    const body = { name, surface, content };
    if (plugin === undefined) {
      const { id } = await ask('createPlugin', 'POST /certsvc/v1/plugins', { body, headers: once.headers });
      once.renew();
      setName('');
      setContent('');
      go(`/council/plugins/${id}`);
      return;
    }
    await ask('changePlugin', `PUT /certsvc/v1/plugins/${plugin.id}`, { body });
    onSaved?.();
  };
  return (
    <Section
      id="editor"
      note={
        <>
          Prose for people, and fenced <code>rule</code> blocks, which are data and are never executed.{' '}
          <a href="/docs/guides/plugins">Rule block reference</a>.{' '}
          {pricing.data === undefined ? null : `${toCost(pricing.data)}.`}
        </>
      }
      title={plugin === undefined ? 'Write a plugin' : 'Edit plugin'}
    >
      <div className="grid gap-8 lg:grid-cols-2">
        <Form act={act} onSubmit={save} submit={plugin === undefined ? 'Submit' : 'Submit revision'}>
          <Field label="Name" maxLength={64} onChange={setName} value={name} />
          <Choice label="Surface" onChange={setSurface} options={SURFACES.map((one) => [one, one])} value={surface} />
          <Field
            hint={`${content.length} of ${CHARACTERS_MAX} characters. Kept in this tab until you submit it.`}
            isCode
            label="Rule pack"
            maxLength={CHARACTERS_MAX}
            onChange={setContent}
            rows={26}
            value={content}
          />
        </Form>
        <div>
          <Tried tried={tried} />
          <Field
            hint="Optional: your own text to run the rules on. It is not stored."
            isCode
            isRequired={false}
            label="Sample text"
            onChange={setSample}
            rows={5}
            value={sample}
          />
        </div>
      </div>
    </Section>
  );
}

type Tried = { readonly state: 'waiting' | 'running' } | { readonly test: Test } | { readonly refusal: Refusal };

/** The service tests the pack when the user pauses. At most twenty requests a minute are allowed, so a rate-limited test waits. */
const PAUSE_MS = 900;
const HASTE_MS = 8000;

function useTest(content: string, sample: string): Tried {
  const ask = useKeyed();
  const [tried, setTried] = useState<Tried>({ state: 'waiting' });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` repeats the request for the same text
  useEffect(() => {
    if (content.trim() === '') return setTried({ state: 'waiting' });
    let isOld = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const run = async (): Promise<void> => {
      setTried((before) => ('test' in before ? before : { state: 'running' }));
      try {
        const files = [{ path: 'SKILL.md', content: sample }];
        const body = sample === '' ? { content } : { content, sample: { files } };
        const test = await ask('testPlugin', 'POST /certsvc/v1/plugins/test', { body });
        if (!isOld) setTried({ test });
      } catch (error) {
        if (isOld) return;
        const refusal = error instanceof Refusal ? error : new Refusal(0, 'fault', 'The test could not be run.');
        setTried({ refusal });
        if (refusal.status === 429) again = setTimeout(() => setTurn((before) => before + 1), HASTE_MS);
      }
    };
    const timer = setTimeout(() => void run(), PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
      clearTimeout(again);
    };
  }, [ask, content, sample, turn]);
  return tried;
}

const Tried = ({ tried }: { tried: Tried }) => (
  <div aria-live="polite">
    <h3 className="label mt-4">Tests (run as you type)</h3>
    <div className="mt-2 border-t border-ink pt-3">
      {'state' in tried ? <p className="text-muted">{tried.state === 'waiting' ? 'Waiting …' : 'Running …'}</p> : null}
      {'refusal' in tried ? <Notice title={tried.refusal.message} tone="warn" /> : null}
      {'test' in tried ? <Result test={tried.test} /> : null}
    </div>
  </div>
);

const Result = ({ test: { ok, rules, issues, findings, elapsedMs } }: { test: Test }) => (
  <>
    <Notice
      title={ok ? `${toPlural(rules.length, 'rule')}: all samples pass` : `${toPlural(issues.length, 'issue')} to fix`}
      tone={ok ? 'ok' : 'bad'}
    >
      {`Ran in ${elapsedMs} ms.`}
    </Notice>
    {issues.length === 0 ? null : (
      <ol className="mt-3">
        {issues.map(({ line, detail }) => (
          <li className="border-b border-line py-2" key={`${line} ${detail}`}>
            <Hash>{`line ${line}`}</Hash> {detail}
          </li>
        ))}
      </ol>
    )}
    {rules.length === 0 ? null : (
      <div className="mt-3">
        <Table
          caption="Rules in this pack"
          columns={[
            { title: 'Rule', cell: ({ id }) => <Hash>{id}</Hash> },
            { title: 'Title', cell: ({ title }) => title },
            { title: 'Severity', cell: ({ severity }) => <Mark>{toWords(severity)}</Mark> },
          ]}
          keyOf={({ id }) => id}
          rows={rules}
        />
      </div>
    )}
    {findings.length === 0 ? null : (
      <>
        <h3 className="label mt-4">Findings in your sample text</h3>
        {findings.map((finding) => (
          <div className="border-b border-line py-3" key={finding.id}>
            <FindingText finding={finding} />
          </div>
        ))}
      </>
    )}
    {ok && findings.length === 0 ? (
      <div className="mt-4">
        <Empty>There is no sample text, or the rules found nothing in the text.</Empty>
      </div>
    ) : null}
  </>
);
