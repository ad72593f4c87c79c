/** The OpenAPI document for the reference pages: operations by name, references resolved. */

export type ApiSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: ApiSchema;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly ApiSchema[];
  readonly oneOf?: readonly ApiSchema[];
  readonly allOf?: readonly ApiSchema[];
};
type Referred = { readonly $ref?: string };
type Example = Referred & { readonly value?: unknown };
type Content = Readonly<
  Record<string, { readonly schema?: ApiSchema; readonly examples?: Readonly<Record<string, Example>> }>
>;
type Answer = Referred & {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
};
export type ApiParameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: ApiSchema & { readonly examples?: readonly unknown[] };
};
export type ApiOperation = {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: { readonly description?: string; readonly content?: Content };
  readonly responses: Readonly<Record<string, Answer>>;
};
type ApiDocument = {
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};
export type Api = ApiDocument & { readonly resolve: <Value extends Referred>(value: Value) => Value };

export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
};

/** The document comes from `toOpenApi`, so its shape is trusted. */
export function toApi(described: unknown): Api {
  const document = described as ApiDocument;
  const resolve = <Value extends Referred>(value: Value): Value => {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(value.$ref ?? '') ?? [];
    return (document.components[kind]?.[name] as Value | undefined) ?? value;
  };
  return { ...document, resolve };
}

/** An aliased route is described twice, the second time with a number after its name. Each is a separate operation. */
export const toOperations = ({ paths }: Api): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

const SHAPE = /^#\/components\/schemas\/(.+)$/;

/** Every named schema that an operation's requests and successful answers reference, in reading order. */
export function namedShapes(
  api: Api,
  { parameters = [], requestBody, responses }: ApiOperation,
): [string, ApiSchema][] {
  const found = new Map<string, ApiSchema>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const [, name] = SHAPE.exec('$ref' in value && typeof value.$ref === 'string' ? value.$ref : '') ?? [];
    if (name !== undefined && !found.has(name)) {
      const schema = api.resolve(value as ApiSchema);
      found.set(name, schema);
      visit(schema);
    }
    for (const member of Object.values(value)) visit(member);
  };
  visit(parameters);
  visit(Object.values(requestBody?.content ?? {}).map(({ schema }) => schema));
  for (const [status, answer] of Object.entries(responses))
    if (status < '300' || status === '402')
      visit(Object.values(api.resolve(answer).content ?? {}).map(({ schema }) => schema));
  return [...found];
}
