import { createHash } from 'node:crypto';
import { escapeHtml } from '../../platform/http/index.ts';

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
};
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
type Operation = {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly description?: string; readonly content?: Content };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
};
export type ReferenceSource = {
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 68rem; margin: 0 auto; padding: 1.5rem }
nav ul { columns: 2; padding-left: 1.2rem }
details { border-top: 1px solid #8886; padding: .4rem 0 }
summary { cursor: pointer; overflow-wrap: anywhere }
code, th { font-family: ui-monospace, monospace; font-size: .9em }
table { border-collapse: collapse; width: 100%; margin: .4rem 0 1rem }
th, td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0; border-top: 1px solid #8883 }
.method { display: inline-block; min-width: 4.2rem; font-weight: 700 }
.note { opacity: .75 }
@media (max-width: 40rem) { nav ul { columns: 1 } }
`;

/** Nothing runs and nothing is loaded: the page is its own text and one style, known by its hash. */
export const REFERENCE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The OpenAPI document as one page that needs no program in the browser. */
export function toReferencePage(source: ReferenceSource): string {
  const operations = Object.entries(source.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const sections = source.tags.map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags?.[0] === tag.name).map(toOperation);
    return `<section><h2 id="tag-${escapeHtml(tag.name)}">${escapeHtml(tag.name)}</h2>${paragraph(tag.description)}${own.join('')}</section>`;
  });
  const schemas = Object.entries(source.components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>${toSchema(schema)}</details>`,
  );
  const links = source.tags.map(({ name }) => `<li><a href="#tag-${escapeHtml(name)}">${escapeHtml(name)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(source.info.title)}: API reference</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(source.info.title)}: API reference</h1>
<p>Version ${escapeHtml(source.info.version)}. The same as data: <a href="/.well-known/openapi.json">openapi.json</a>.</p>
<nav><ul>${links.join('')}<li><a href="#schemas">shapes</a></li></ul></nav>
<main>${sections.join('')}<section><h2 id="schemas">shapes</h2>${schemas.join('')}</section></main>
</body>
</html>
`;
}

function toOperation({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const access = operation.security?.length ? Object.keys(operation.security[0] ?? {}).join(', ') : 'nothing';
  const parameters = operation.parameters ?? [];
  const answers = Object.entries(operation.responses).map(
    ([status, answer]) =>
      `<tr><th>${escapeHtml(status)}</th><td>${toBodies(answer.content)}</td><td>${escapeHtml(answer.description ?? '')}</td></tr>`,
  );
  return `<details id="${escapeHtml(operation.operationId)}">
<summary><span class="method">${escapeHtml(method)}</span><code>${escapeHtml(path)}</code> <span class="note">${escapeHtml(operation.summary ?? '')}</span></summary>
${paragraph(operation.description)}<p>Credential: ${escapeHtml(access)}.</p>
${parameters.length > 0 ? `<table>${parameters.map(toParameter).join('')}</table>` : ''}
${operation.requestBody ? `<p>Body: ${toBodies(operation.requestBody.content)} <span class="note">${escapeHtml(operation.requestBody.description ?? '')}</span></p>` : ''}
<table>${answers.join('')}</table></details>`;
}

const toParameter = ({
  name,
  in: place,
  required,
  description,
  schema,
}: NonNullable<Operation['parameters']>[number]) =>
  `<tr><th>${escapeHtml(name)}${required ? '*' : ''}</th><td>${escapeHtml(place)}, ${toType(schema ?? {})}</td><td>${escapeHtml(description ?? '')}</td></tr>`;

const toBodies = (content: Content = {}): string =>
  Object.entries(content)
    .map(([media, { schema }]) => `${schema ? toType(schema) : ''} <span class="note">${escapeHtml(media)}</span>`)
    .join('<br>');

function toSchema(schema: Schema): string {
  const required = new Set(schema.required);
  const rows = Object.entries(schema.properties ?? {}).map(
    ([name, member]) =>
      `<tr><th>${escapeHtml(name)}${required.has(name) ? '*' : ''}</th><td>${toType(member)}</td><td>${escapeHtml(member.description ?? '')}</td></tr>`,
  );
  return `${paragraph(schema.description)}${rows.length > 0 ? `<table>${rows.join('')}</table>` : `<p>${toType(schema)}</p>`}`;
}

/** One line that says what a value is; named shapes are links. */
function toType(schema: Schema): string {
  if (schema.$ref) {
    const name = escapeHtml(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1));
    return `<a href="#schema-${name}"><code>${name}</code></a>`;
  }
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' · ');
  if (schema.const !== undefined) return `<code>${escapeHtml(String(schema.const))}</code>`;
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return choices.map(toType).join(schema.allOf ? ' and ' : ' or ');
  if (schema.items) return `list of ${toType(schema.items)}`;
  if (schema.properties) {
    return `{ ${Object.entries(schema.properties)
      .map(([name, member]) => `${escapeHtml(name)}: ${toType(member)}`)
      .join(', ')} }`;
  }
  return escapeHtml([schema.type ?? 'anything'].flat().join(' or '));
}

const paragraph = (text: string | undefined): string => (text ? `<p>${escapeHtml(text)}</p>` : '');
