/** The API reference: an index of all OpenAPI operations, and one page for each with its schemas and examples. */
import type { ReactNode } from 'react';
import { NotFound } from '../not-found.ts';
import {
  type Api,
  type ApiOperation,
  type ApiSchema,
  namedShapes,
  type Operation,
  toApi,
  toOperations,
} from '../openapi.ts';
import type { Page } from '../page.ts';
import { TryCall } from '../ui/call.tsx';
import { toWords } from '../ui/format.ts';
import { Hash, Section, Snippet, Table } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import { SearchHint } from '../ui/search-hint.tsx';

/** Longer examples are truncated here; the OpenAPI document contains them in full. */
const EXAMPLE_LENGTH_MAX = 12_000;

type Index = { readonly groups: readonly Group[]; readonly count: number };
type Group = { readonly name: string; readonly description: string; readonly operations: readonly Row[] };
type Row = Pick<Operation, 'id' | 'method' | 'path'> & { readonly summary: string };

export const reference: Page<Index> = {
  load: ({ place }) => {
    const api = toApi(place.describeApi());
    const operations = toOperations(api);
    const groups = api.tags.map(({ name, description = '' }) => ({
      name,
      description,
      operations: operations
        .filter(({ operation }) => operation.tags?.[0] === name)
        .map(({ id, method, path, operation: { summary = '' } }) => ({ id, method, path, summary })),
    }));
    return { groups, count: operations.length };
  },
  isEnglish: true,
  head: () => ({
    title: 'API reference: Assay',
    description: 'Every API operation with its parameters, schemas, examples and errors.',
    twin: { type: 'application/json', href: '/reference.json' },
  }),
  body: ({ groups, count }, { place }) => (
    <div className="page">
      <Title
        lead={`${count} operations in ${groups.length} groups. Each operation page shows schemas and examples and can send a request.`}
      >
        API reference
      </Title>
      <p className="mt-3">
        Machine-readable: <a href="/.well-known/openapi.json">OpenAPI</a>,{' '}
        <a href="/.well-known/openapi.compact.json">compact edition</a>, <a href={`${place.apiPrefix}`}>index</a>.
      </p>
      <search className="mt-6 block max-w-xl" data-needs-scripts>
        <label className="label block" htmlFor="reference-filter">
          Search operations
        </label>
        <input autoComplete="off" className="input" data-filter="reference-list" id="reference-filter" type="search" />
        <output className="mt-1 block text-sm text-muted" data-filter-count htmlFor="reference-filter" />
        <SearchHint />
      </search>
      <nav aria-label="Groups" className="mt-4 flex flex-wrap gap-x-5 gap-y-1">
        {groups.map(({ name, operations }) => (
          <a href={`#tag-${name}`} key={name}>
            {toWords(name)} ({operations.length})
          </a>
        ))}
      </nav>
      <div data-results id="reference-list">
        {groups.map(({ name, description, operations }) => (
          <section aria-labelledby={`tag-${name}`} className="mt-10" data-filter-group key={name}>
            <h2 className="text-xl font-semibold" id={`tag-${name}`}>
              {toWords(name)}
            </h2>
            <p className="mt-1 text-muted">
              <WithCode text={description} />
            </p>
            <ul className="mt-3 border-t border-ink">
              {operations.map(({ id, method, path, summary }) => (
                <li className="border-b border-line py-2" data-filter-item id={id} key={id}>
                  <a href={`/reference/${id}`}>
                    <WithCode text={summary} />
                  </a>
                  <br />
                  <Call method={method} path={path} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  ),
};

const Call = ({ method, path }: { method: string; path: string }) => (
  <code className="hash">
    <b>{method}</b> {path}
  </code>
);

type Described = { readonly api: Api; readonly found: Operation };

export const operation: Page<Described> = {
  load: ({ place, params: { id } }) => {
    const api = toApi(place.describeApi());
    const found = toOperations(api).find((one) => one.id === id);
    if (found === undefined) throw new NotFound('No operation has this name.');
    return { api, found };
  },
  json: ({ found: { id, method, path, operation: described } }) => ({ id, method, path, ...described }),
  isEnglish: true,
  head: ({ found: { id, method, path, operation: described } }) => ({
    title: withoutCode(`${described.summary ?? id}: Assay API`),
    description: withoutCode(`${method} ${path}. ${described.description ?? ''}`),
    twin: { type: 'application/json', href: `/reference/${id}.json` },
  }),
  body: ({ api, found }, { place }) => {
    const { method, path, operation: described } = found;
    const shapes = namedShapes(api, described);
    return (
      <div className="page">
        <p className="mt-10 -mb-6">
          <a href={`/reference#${found.id}`}>All operations</a>
        </p>
        <Title>{withoutCode(described.summary ?? found.id)}</Title>
        <p className="mt-3">
          <Call method={method} path={path} />
        </p>
        <p className="mt-3 max-w-prose">
          <WithCode text={described.description} />
        </p>
        <p className="mt-2">Credential: {toCredentials(described)}.</p>
        <Parameters operation={described} />
        <Bodies api={api} operation={described} />
        <Section id="try" title="Try it">
          <TryCall api={api} apiUrl={place.apiUrl} found={found} />
        </Section>
        <Answers api={api} operation={described} />
        {shapes.length === 0 ? null : (
          <Section id="shapes" title="Schemas">
            {shapes.map(([name, schema]) => (
              <Shape key={name} name={name} schema={schema} />
            ))}
          </Section>
        )}
      </div>
    );
  },
};

const CREDENTIALS: Readonly<Record<string, string>> = {
  apiKey: 'API key',
  developerToken: 'developer token',
  sessionCookie: 'portal session',
  adminKey: 'operator key',
  operatorCookie: 'operator session',
};

function toCredentials({ security = [] }: ApiOperation): string {
  const names = security.flatMap((one) => Object.keys(one));
  if (names.length === 0) return 'none';
  const isOptional = security.some((one) => Object.keys(one).length === 0);
  return names.map((name) => CREDENTIALS[name] ?? name).join(' or ') + (isOptional ? ', optional' : '');
}

const Parameters = ({ operation: { parameters = [] } }: { operation: ApiOperation }) =>
  parameters.length === 0 ? null : (
    <Section id="parameters" title="Parameters">
      <Table
        caption="Parameters"
        columns={[
          {
            title: 'Name',
            cell: ({ name, required, in: place }) => (
              <>
                <span className="sm:whitespace-nowrap">
                  <Hash>{required ? `${name} (required)` : name}</Hash>
                </span>
                <span className="block min-w-32 text-sm text-muted sm:hidden">{place}</span>
              </>
            ),
          },
          { title: 'In', isWide: true, cell: ({ in: place }) => place },
          { title: 'Type', isWide: true, cell: ({ schema }) => <Type schema={schema ?? {}} /> },
          { title: 'Meaning', cell: ({ description }) => <WithCode text={description} /> },
        ]}
        keyOf={({ name, in: place }) => `${place} ${name}`}
        rows={parameters}
      />
    </Section>
  );

const Bodies = ({ api, operation: { requestBody } }: { api: Api; operation: ApiOperation }) =>
  requestBody === undefined ? null : (
    <Section id="request" note={<WithCode text={requestBody.description} />} title="Request body">
      {Object.entries(requestBody.content ?? {}).map(([media, { schema, examples = {} }]) => (
        <div key={media}>
          <p>
            <Hash>{media}</Hash> {schema === undefined ? null : <Type schema={schema} />}
          </p>
          {Object.entries(examples).map(([name, example]) => (
            <Example key={name} name={name} value={api.resolve(example).value} />
          ))}
        </div>
      ))}
    </Section>
  );

const Example = ({ name, value }: { name: string; value: unknown }) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  const isCut = text.length > EXAMPLE_LENGTH_MAX;
  return (
    <div className="mt-3">
      <p className="label">{name}</p>
      <Snippet label={`Example ${name}`} text={isCut ? `${text.slice(0, EXAMPLE_LENGTH_MAX)}\n…` : text} />
    </div>
  );
};

/** Successful answers in full; problems by code. */
const Answers = ({ api, operation: { responses } }: { api: Api; operation: ApiOperation }) => {
  const answers = Object.entries(responses).map(([status, answer]) => ({ status, ...api.resolve(answer) }));
  return (
    <Section id="answers" title="Responses">
      {answers
        .filter(({ status }) => status < '300' || status === '402')
        .map(({ status, description, content = {}, headers = {} }) => (
          <div className="mt-4" key={status}>
            <h3 className="font-semibold">
              {status} <WithCode text={description} />
            </h3>
            <p className="text-sm text-muted">Headers: {Object.keys(headers).join(', ')}</p>
            {Object.entries(content).map(([media, { schema, examples = {} }]) => (
              <div key={media}>
                <p>
                  <Hash>{media}</Hash> {schema === undefined ? null : <Type schema={schema} />}
                </p>
                {Object.entries(examples)
                  .slice(0, 1)
                  .map(([name, example]) => (
                    <Example key={name} name={`${status} ${name}`} value={api.resolve(example).value} />
                  ))}
              </div>
            ))}
          </div>
        ))}
      <h3 className="mt-6 font-semibold">Errors</h3>
      <Table
        caption="Errors"
        columns={[
          { title: 'Status', isNumber: true, cell: ({ status }) => status },
          { title: 'Codes', cell: ({ codes }) => codes },
        ]}
        keyOf={({ status }) => status}
        rows={answers
          .filter(({ status }) => status >= '400')
          .map(({ status, description = '' }) => ({ status, codes: <Codes text={description} /> }))}
      />
    </Section>
  );
};

/** OpenAPI texts are Markdown, of which they use only inline code. */
const WithCode = ({ text = '' }: { text?: string | undefined }): ReactNode =>
  text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={part}>{part}</code>));

const withoutCode = (text: string): string => text.replaceAll('`', '');

const Codes = ({ text }: { text: string }): ReactNode =>
  [...text.matchAll(/`(\w+)`/g)].map(([, code = ''], at) => (
    <span key={code}>
      {at === 0 ? '' : ', '}
      <a className="hash" href={`/docs/problems/${code}`}>
        {code}
      </a>
    </span>
  ));

const Shape = ({ name, schema }: { name: string; schema: ApiSchema }) => (
  <details className="border-b border-line py-2">
    <summary>
      <Hash>{name}</Hash>
    </summary>
    {/* A link to content of a closed element opens it. */}
    <div id={`shape-${name}`}>
      {schema.description === undefined ? null : (
        <p className="mt-2 max-w-prose">
          <WithCode text={schema.description} />
        </p>
      )}
      {schema.properties === undefined ? (
        <p className="mt-2">
          <Type schema={schema} />
        </p>
      ) : (
        <Table
          caption={`Members of ${name}`}
          columns={[
            { title: 'Member', cell: ([member]) => <Hash>{member}</Hash> },
            { title: 'Type', cell: ([, { schema: type }]) => <Type schema={type} /> },
            { title: 'Required', cell: ([, { isRequired }]) => (isRequired ? 'yes' : 'no') },
            { title: 'Meaning', cell: ([, { schema: type }]) => <WithCode text={type.description} /> },
          ]}
          keyOf={([member]) => member}
          rows={Object.entries(schema.properties).map(
            ([member, type]) =>
              [member, { schema: type, isRequired: schema.required?.includes(member) === true }] as const,
          )}
        />
      )}
    </div>
  </details>
);

/** A one-line description of a type. Named schemas are links. */
const Type = ({ schema }: { schema: ApiSchema }): ReactNode => {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return (
      <a className="hash" href={`#shape-${name}`}>
        {name}
      </a>
    );
  }
  if (schema.enum !== undefined) return <Hash>{schema.enum.map(String).join(' | ')}</Hash>;
  if (schema.const !== undefined) return <Hash>{String(schema.const)}</Hash>;
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices !== undefined) return join(choices, schema.allOf ? ' and ' : ' or ');
  if (schema.items !== undefined)
    return (
      <>
        list of <Type schema={schema.items} />
      </>
    );
  if (schema.properties !== undefined) return <Hash>{`{ ${Object.keys(schema.properties).join(', ')} }`}</Hash>;
  return [schema.type ?? 'anything'].flat().join(' or ') + (schema.format === undefined ? '' : ` (${schema.format})`);
};

const join = (schemas: readonly ApiSchema[], between: string): ReactNode =>
  schemas.map((schema, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: alternatives of a schema have no name and never move
    <span key={at}>
      {at === 0 ? '' : between}
      <Type schema={schema} />
    </span>
  ));
