/** The first two steps of a submission: selecting the source and checking the received content. Both are free. */
import { type ReactNode, useState } from 'react';
import { toDecimal, toPlural } from '../ui/format.ts';
import { Facts, Hash, Mark, Notice, Section, Table } from '../ui/parts.tsx';
import type { Wire } from '../wire.ts';
import { ask, Refusal } from './api.ts';
import { go } from './navigation.tsx';
import { Agreement, useReaders } from './readers.tsx';
import { Choice, Field, Form, Loaded, Refused, useAct, useKept } from './state.tsx';
import { Steps } from './steps.tsx';
import { readArchive, readFolder, toSkillName, type Upload } from './upload.ts';

type Preview = Wire<'fetchSource'>;
/** The content of step 2, and the body of the draft. */
type Found = {
  readonly body: Record<string, unknown>;
  readonly name: string | undefined;
  /** As found in the source; empty if the files must be received first. */
  readonly version: string;
  readonly productType: string;
  readonly shown: ReactNode;
};

const WAYS = [
  ['address', 'Address', 'A public repository, a folder or file in it, or a deployed contract'],
  ['folder', 'Folder', 'A folder on this machine'],
  ['archive', 'Archive', 'A .zip or .tar.gz'],
  ['text', 'Text', 'Paste the text of a SKILL.md'],
] as const;
type Way = (typeof WAYS)[number][0];

const TYPES = [
  ['SKILL', 'Skill (SKILL.md)'],
  ['API', 'API (OpenAPI document)'],
  ['SKILL+API', 'Skill with its API'],
  ['TOOL', 'Tool (MCP tool list)'],
  ['CONTRACT', 'Contract (Solidity)'],
] as const;

export function Begin() {
  const [way, setWay] = useState<Way>('address');
  const [found, setFound] = useState<Found>();
  const select = (next: Way): void => {
    setWay(next);
    setFound(undefined);
  };
  return (
    <>
      <Steps at={found === undefined ? 1 : 2} />
      <Section id="source" note="Nothing is charged before step 4." title="1. Choose what to review">
        <fieldset>
          <legend className="sr-only">Source</legend>
          <div className="grid max-w-4xl gap-2 sm:grid-cols-4">
            {WAYS.map(([value, name, note]) => (
              <label
                className="flex cursor-pointer gap-2 border border-line bg-sheet px-3 py-2.5 has-checked:border-ink has-checked:outline"
                key={value}
              >
                <input
                  checked={way === value}
                  className="mt-1 shrink-0 self-start"
                  name="way"
                  onChange={() => select(value)}
                  type="radio"
                  value={value}
                />
                <span>
                  <span className="font-semibold">{name}</span>
                  <span className="block text-sm text-muted">{note}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {way === 'address' ? <ByAddress onFound={setFound} /> : null}
        {way === 'text' ? <ByText onFound={setFound} /> : null}
        {way === 'folder' || way === 'archive' ? <ByFile key={way} onFound={setFound} way={way} /> : null}
      </Section>
      {found === undefined ? null : (
        <Check found={found} key={`${found.productType} ${found.name} ${JSON.stringify(found.body).length}`} />
      )}
    </>
  );
}

type Finds = { onFound: (found: Found | undefined) => void };

function ByAddress({ onFound }: Finds) {
  const [url, setUrl] = useKept('source', new URLSearchParams(location.search).get('url') ?? '');
  const act = useAct();
  const look = async (): Promise<void> => {
    onFound(undefined);
    const sourceUrl = url.trim();
    const preview = await ask('fetchSource', 'POST /api/v1/certsvc/dev/source/fetch', { body: { sourceUrl } });
    const { productType, name, version } = preview.detected;
    onFound({ body: { url: sourceUrl }, name, version, productType, shown: <FromAddress preview={preview} /> });
  };
  return (
    <Form act={act} onSubmit={look} submit="Load">
      <Field hint="https://github.com/owner/repository" label="Address" onChange={setUrl} type="url" value={url} />
    </Form>
  );
}

function ByText({ onFound }: Finds) {
  const [text, setText] = useKept('skill');
  const act = useAct();
  const look = async (): Promise<void> => {
    const name = toSkillName(text);
    const shown = <Facts items={[['Size', toPlural(text.length, 'character')]]} />;
    onFound({ body: { skillMdContent: text }, name, version: '', productType: 'SKILL', shown });
  };
  return (
    <Form act={act} onSubmit={look} submit="Use this text">
      <Field
        hint="The certificate will cover exactly these bytes."
        label="SKILL.md"
        onChange={setText}
        rows={10}
        value={text}
      />
    </Form>
  );
}

function ByFile({ way, onFound }: Finds & { way: 'folder' | 'archive' }) {
  const act = useAct();
  const label = way === 'folder' ? 'Choose a folder' : 'Choose an archive';
  const read = async (files: readonly File[]): Promise<void> => {
    const [first] = files;
    if (first === undefined) return;
    onFound(undefined);
    const upload = await (way === 'folder' ? readFolder(files) : readArchive(first)).catch((error: unknown) => {
      throw new Refusal(0, 'unreadable', error instanceof Error ? error.message : 'These files cannot be read.');
    });
    const { archiveBase64, name, productType } = upload;
    onFound({ body: { archiveBase64 }, name, version: '', productType, shown: <FromUpload upload={upload} /> });
  };
  return (
    <div className="mt-4 max-w-2xl">
      <label className="label" htmlFor="upload">
        {label}
      </label>
      <input
        accept={way === 'archive' ? '.zip,.tar.gz,.tgz' : undefined}
        className="input mt-1"
        disabled={act.isBusy}
        id="upload"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          act.run(() => read(files));
        }}
        type="file"
        {...(way === 'folder' ? { webkitdirectory: '' } : {})}
      />
      <p className="mt-1 text-sm text-muted">
        {way === 'folder' ? 'Packed in your browser, without the .git folder.' : 'Uploaded unchanged.'} The certificate
        covers exactly these bytes.
      </p>
      <Refused refusal={act.refusal} />
    </div>
  );
}

/** Step 2: the received content, its product type, and the button that creates a draft. */
function Check({ found: { body, name: foundName = '', version: foundVersion, productType, shown } }: { found: Found }) {
  const [type, setType] = useState(productType);
  const [name, setName] = useState(foundName);
  const [version, setVersion] = useState(foundVersion);
  const act = useAct();
  const { toConsent, ...agreement } = useReaders();
  const begin = async (): Promise<void> => {
    const identity = { ...(name === '' ? {} : { name }), ...(version === '' ? {} : { version }) };
    const draft = { ...body, ...identity, productType: type, ...toConsent() };
    const { id } = await ask('createDraft', 'POST /api/v1/certsvc/dev/drafts', { body: draft });
    for (const name of ['source', 'skill']) sessionStorage.removeItem(`assay:typed:${name}`);
    go(`/account/new/${id}`);
  };
  return (
    <Section id="found" title="2. Check the content">
      {shown}
      <Loaded of={agreement.catalog}>
        {() => (
          <Form act={act} onSubmit={begin} submit="Create draft">
            <Field
              hint="If it is empty, the name in the files is used."
              isRequired={false}
              label="Name"
              onChange={setName}
              value={name}
            />
            <Field
              hint="For example 1.0.0. If it is empty, the version in the files is used, or one is derived from their digest."
              isRequired={false}
              label="Version"
              onChange={setVersion}
              value={version}
            />
            <Choice label="Product type" onChange={setType} options={TYPES} value={type} />
            <Agreement {...agreement} />
          </Form>
        )}
      </Loaded>
    </Section>
  );
}

const FromAddress = ({ preview: { detected, source, total, files, warnings, entry } }: { preview: Preview }) => (
  <>
    <Facts
      items={[
        ['Detected type', <Mark key="type">{detected.productType}</Mark>],
        ['Commit', source.commit === null ? 'None' : <Hash key="commit">{source.commit}</Hash>],
        ['Main file', <Hash key="entry">{entry}</Hash>],
        ['Files', toPlural(total.files, 'file')],
      ]}
    />
    {warnings.map((warning) => (
      <div className="mt-3" key={warning}>
        <Notice title={warning} tone="warn" />
      </div>
    ))}
    <details className="mt-4">
      <summary>All files</summary>
      <Table
        caption="Files found"
        columns={[
          { title: 'Path', cell: ({ path }) => <Hash>{path}</Hash> },
          { title: 'Bytes', isNumber: true, cell: ({ size }) => size },
        ]}
        keyOf={({ path }) => path}
        rows={files}
      />
    </details>
  </>
);

const FILES_SHOWN = 200;

const FromUpload = ({ upload: { fileNames, bytes } }: { upload: Upload }) => (
  <>
    <Facts
      items={[
        ['Files', fileNames.length === 0 ? 'Listed after the upload' : toPlural(fileNames.length, 'file')],
        ['Packed size', `${toDecimal(bytes / 1000, 1)} kB`],
      ]}
    />
    {fileNames.length === 0 ? null : (
      <details className="mt-4">
        <summary>All files</summary>
        <ul className="mt-2">
          {fileNames.slice(0, FILES_SHOWN).map((path) => (
            <li key={path}>
              <Hash>{path}</Hash>
            </li>
          ))}
        </ul>
        {fileNames.length > FILES_SHOWN ? <p>And {fileNames.length - FILES_SHOWN} more.</p> : null}
      </details>
    )}
  </>
);
