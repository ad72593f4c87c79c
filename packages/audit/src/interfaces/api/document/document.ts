import { API_LIMITS } from '../limits.ts';
import {
  childOf,
  type Entry,
  entriesOf,
  itemsOf,
  type MapNode,
  type Place,
  type TreeNode,
  textAt,
  textOf,
} from '../tree/node.ts';
import type { References } from './references.ts';
import { readSecurity, type Schemes, type Security } from './security.ts';

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
type Method = (typeof METHODS)[number];

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly at: Place;
  readonly node: TreeNode;
  /** The node with type and limits. In Swagger 2 this is the parameter itself. */
  readonly schema: TreeNode | undefined;
};

type Content = {
  readonly type: string;
  readonly schema: TreeNode | undefined;
};

type Answer = {
  readonly status: string;
  readonly contents: readonly Content[];
};

export type Operation = {
  readonly kind: 'path' | 'webhook' | 'callback';
  readonly method: Method;
  readonly path: string;
  readonly at: Place;
  readonly node: TreeNode;
  readonly security: Security;
  readonly parameters: readonly Parameter[];
  readonly bodies: readonly Content[];
  readonly answers: readonly Answer[];
};

type Declared = {
  readonly method: Method;
  readonly path: string;
  readonly entry: Entry;
  readonly shared: readonly TreeNode[];
  readonly kind: Operation['kind'];
};

type Server = {
  readonly url: string;
  readonly at: Place;
  readonly of: 'document' | 'path' | 'operation';
};

export type ApiDocument = {
  readonly file: string;
  readonly text: string;
  readonly root: MapNode;
  readonly version: string;
  readonly isSwagger: boolean;
  readonly servers: readonly Server[];
  readonly schemes: Schemes;
  readonly operations: readonly Operation[];
  readonly references: References;
  /** The document has more operations than the limit. */
  readonly isCut: boolean;
};

/** Returns the version of an OpenAPI or Swagger document; `undefined` for any other tree. */
export function versionOf(root: TreeNode | null): string | undefined {
  if (root?.kind !== 'map') return undefined;
  const version = textAt(root, 'openapi') || textAt(root, 'swagger');
  const isOne = childOf(root, 'paths') !== undefined || childOf(root, 'webhooks') !== undefined;
  return version !== '' && (isOne || childOf(root, 'info') !== undefined) ? version : undefined;
}

/** Converts a document to a common form that does not depend on the version of the format. */
export function toDocument(file: string, text: string, root: MapNode, references: References): ApiDocument {
  const isSwagger = childOf(root, 'swagger') !== undefined;
  const reader = new DocumentReader(root, references, isSwagger);
  const operations = reader.operations();
  return {
    file,
    text,
    root,
    version: versionOf(root) ?? '',
    isSwagger,
    servers: reader.servers,
    schemes: reader.security.schemes,
    operations: operations.slice(0, API_LIMITS.operationsMax),
    references,
    isCut: operations.length > API_LIMITS.operationsMax,
  };
}

const isMethod = (key: string): key is Method => METHODS.some((method) => method === key);

class DocumentReader {
  readonly servers: Server[] = [];
  readonly security: ReturnType<typeof readSecurity>;
  private readonly root: MapNode;
  private readonly resolve: References['resolve'];
  private readonly isSwagger: boolean;

  constructor(root: MapNode, { resolve }: References, isSwagger: boolean) {
    this.root = root;
    this.resolve = resolve;
    this.isSwagger = isSwagger;
    this.security = readSecurity(root, resolve);
    if (isSwagger) this.addSwaggerServers();
    else this.addServers(root, 'document');
  }

  operations(): Operation[] {
    const { root } = this;
    return [
      ...entriesOf(childOf(root, 'paths')).flatMap((entry) => this.pathItem(entry, 'path')),
      ...entriesOf(childOf(root, 'webhooks')).flatMap((entry) => this.pathItem(entry, 'webhook')),
      ...entriesOf(childOf(root, 'x-webhooks')).flatMap((entry) => this.pathItem(entry, 'webhook')),
    ];
  }

  private addServers(node: TreeNode | undefined, of: Server['of']): void {
    for (const item of itemsOf(childOf(node, 'servers'))) {
      const url = childOf(item, 'url');
      if (url === undefined) continue;
      for (const one of expandServer(textOf(url), childOf(item, 'variables')))
        this.servers.push({ url: one, at: url, of });
    }
  }

  /** Swagger 2 states host, path and schemes separately. */
  private addSwaggerServers(): void {
    const host = childOf(this.root, 'host');
    const base = textAt(this.root, 'basePath');
    for (const scheme of itemsOf(childOf(this.root, 'schemes')))
      this.servers.push({
        url: `${textOf(scheme)}://${textOf(host) || 'localhost'}${base}`,
        at: scheme,
        of: 'document',
      });
    if (host !== undefined && childOf(this.root, 'schemes') === undefined)
      this.servers.push({ url: `https://${textOf(host)}${base}`, at: host, of: 'document' });
  }

  /** In Swagger 2 an operation may have its own schemes. */
  private addSchemes(node: TreeNode): void {
    const host = textAt(this.root, 'host') || 'localhost';
    for (const scheme of itemsOf(childOf(node, 'schemes')))
      this.servers.push({ url: `${textOf(scheme)}://${host}`, at: scheme, of: 'operation' });
  }

  private pathItem({ key, value }: Entry, kind: Operation['kind']): Operation[] {
    const item = this.resolve(value);
    if (item?.kind !== 'map') return [];
    if (kind === 'path') this.addServers(item, 'path');
    const shared = itemsOf(childOf(item, 'parameters'));
    return entriesOf(item).flatMap((entry): Operation[] => {
      const method = entry.key.toLowerCase();
      return isMethod(method) ? this.operation({ method, path: key, entry, shared, kind }) : [];
    });
  }

  private operation({ method, path, entry, shared, kind }: Declared): Operation[] {
    const node = this.resolve(entry.value);
    if (node?.kind !== 'map') return [];
    if (kind === 'path') this.addServers(node, 'operation');
    if (this.isSwagger && kind === 'path') this.addSchemes(node);
    const all = [...shared, ...itemsOf(childOf(node, 'parameters'))].flatMap((one) => this.parameter(one));
    const named = [...writtenIn(path, entry), ...all];
    const parameters = [...new Map(named.map((one) => [`${one.in} ${one.name}`, one])).values()];
    const own: Operation = {
      kind,
      method,
      path,
      at: entry.at,
      node,
      security: this.security.of(node, kind),
      parameters: parameters.filter((one) => !this.isSwagger || !IN_BODY.has(one.in)),
      bodies: [
        ...this.contents(this.resolve(childOf(node, 'requestBody'))),
        ...parameters.filter((one) => one.in === 'body').map(({ schema }) => ({ type: 'application/json', schema })),
      ],
      answers: entriesOf(childOf(node, 'responses')).flatMap((one) => this.answer(one)),
    };
    return [own, ...this.callbacks(node)];
  }

  private callbacks(node: TreeNode): Operation[] {
    return entriesOf(childOf(node, 'callbacks')).flatMap(({ value }) =>
      entriesOf(this.resolve(value)).flatMap((entry) => this.pathItem(entry, 'callback')),
    );
  }

  private parameter(given: TreeNode): Parameter[] {
    const node = this.resolve(given);
    const name = childOf(node, 'name');
    if (node?.kind !== 'map' || name === undefined) return [];
    const [content] = entriesOf(childOf(node, 'content'));
    const schema = this.resolve(childOf(node, 'schema') ?? childOf(content?.value, 'schema'));
    return [
      {
        name: textOf(name),
        in: textAt(node, 'in'),
        at: name,
        node,
        schema: this.isSwagger ? (schema ?? node) : schema,
      },
    ];
  }

  private contents(node: TreeNode | undefined): Content[] {
    const given = entriesOf(childOf(node, 'content')).map(({ key, value }) => ({
      type: key.toLowerCase(),
      schema: this.resolve(childOf(value, 'schema')),
    }));
    const schema = childOf(node, 'schema');
    const isShown = this.isSwagger && (schema !== undefined || childOf(node, 'examples') !== undefined);
    return isShown ? [...given, { type: 'application/json', schema: this.resolve(schema) }] : given;
  }

  private answer({ key, value }: Entry): Answer[] {
    const node = this.resolve(value);
    return node?.kind === 'map' ? [{ status: key, contents: this.contents(node) }] : [];
  }
}

/** Swagger 2 parameters that are part of the body. */
const IN_BODY: ReadonlySet<string> = new Set(['body', 'formData']);

/** Parameters that a path contains, declared or not: `/t/{token}` and `/items?key={key}`. */
function writtenIn(path: string, { at, value }: Entry): Parameter[] {
  const [steps = '', query = ''] = path.split('?', 2);
  const inPath = [...steps.matchAll(/\{([^{}/]{1,80})\}/g)].map(([, name = '']) => ({ name, in: 'path' }));
  const inQuery = query.split('&').map((part) => ({ name: part.split('=')[0] ?? '', in: 'query' }));
  return [...inPath, ...inQuery]
    .filter(({ name }) => name !== '')
    .map((one) => ({ ...one, at, node: value, schema: undefined }));
}

const VARIANTS_MAX = 16;

/** Expands the variables of an address to their default and to their few allowed values. */
function expandServer(url: string, variables: TreeNode | undefined): string[] {
  let urls = [url];
  for (const { key, value } of entriesOf(variables)) {
    const allowed = itemsOf(childOf(value, 'enum')).map(textOf);
    const values = [...new Set([textAt(value, 'default'), ...allowed])].filter((one) => one !== '');
    if (values.length === 0) continue;
    urls = urls
      .flatMap((one) => (one.includes(`{${key}}`) ? values.map((each) => one.replaceAll(`{${key}}`, each)) : [one]))
      .slice(0, VARIANTS_MAX);
  }
  return urls;
}
