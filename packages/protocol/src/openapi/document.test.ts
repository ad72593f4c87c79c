import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProblemDocument } from '../problem-document.ts';
import { PLANES, type Plane, type Route } from '../route.ts';
import { routes } from '../routes/index.ts';
import { marketplaceRoutes } from '../routes/marketplace.ts';
import { pluginRoutes } from '../routes/plugins.ts';
import { buildPayload, hash32Of, TIME } from '../testing/certificate.builder.ts';
import { toVerifyRecord } from '../verify-record.ts';
import { INTENTS } from '../wire/intents.ts';
import { ADMIN_METHODS, AGENT_METHODS, RpcRefusal } from '../wire/rpc.ts';
import { OPENAPI_PLANES, type OpenApi, toOpenApi } from './document.ts';

const OPTIONS = { baseUrl: 'https://api.example', docsUrl: 'https://docs.example', version: '1.2.3' };
const documentOf = (planes: readonly Plane[]) => toOpenApi(routes, planes, OPTIONS);
const everything = documentOf(OPENAPI_PLANES.all);
/** Resolves a `$ref` of the document. */
const follow = (pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], everything);
type Answered = {
  description: string;
  headers: object;
  content?: Record<string, { schema: object; examples: object }>;
};
const resolve = (one: object | undefined) =>
  (one !== undefined && '$ref' in one ? follow(String(one.$ref)) : one) as Answered | undefined;
const exampleValue = (one: object | undefined) => (resolve(one) as unknown as { value: unknown } | undefined)?.value;
const operationsOf = (document: OpenApi) => Object.values(document.paths).flatMap((item) => Object.values(item));

/** The used parts of OpenAPI 3.1 as closed schemas: an unknown member is refused. */
const Schema = z.record(z.string(), z.unknown());
const Reference = z.strictObject({ $ref: z.string().startsWith('#/components/') });
const Example = z.strictObject({ summary: z.string(), value: z.unknown() });
const Examples = z.record(z.string(), z.union([Example, Reference]));
const Content = z.record(
  z.string().regex(/^[a-z]+\/[a-z.+-]+$/),
  z.strictObject({ schema: Schema, examples: Examples }),
);
const ResponseObject = z.strictObject({
  description: z.string(),
  headers: z.record(z.string(), Reference),
  content: Content.optional(),
});
const OperationObject = z.strictObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(
      z.strictObject({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        required: z.boolean(),
        description: z.string().optional(),
        schema: Schema,
      }),
    )
    .optional(),
  requestBody: z.strictObject({ required: z.boolean(), description: z.string(), content: Content }).optional(),
  responses: z.record(z.string().regex(/^[2-5]\d\d$/), z.union([ResponseObject, Reference])),
});
const ComponentName = z.string().regex(/^[a-zA-Z0-9._-]+$/);
const Document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  externalDocs: z.strictObject({ url: z.url() }),
  servers: z.array(z.strictObject({ url: z.url() })),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), OperationObject),
  ),
  components: z.strictObject({
    schemas: z.record(ComponentName, Schema),
    headers: z.record(ComponentName, z.strictObject({ description: z.string(), schema: Schema })),
    responses: z.record(ComponentName, ResponseObject),
    examples: z.record(ComponentName, Example),
    securitySchemes: z.record(
      ComponentName,
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer'), description: z.string() }),
        z.strictObject({
          type: z.literal('apiKey'),
          in: z.literal('cookie'),
          name: z.string(),
          description: z.string(),
        }),
      ]),
    ),
  }),
});

describe.each(Object.entries(OPENAPI_PLANES))('the %s document', (_, planes) => {
  const document = documentOf(planes);

  it('has the shape that OpenAPI 3.1 asks for', () => {
    expect(Document.safeParse(JSON.parse(JSON.stringify(document))).error).toBeUndefined();
  });

  it('refers only to existing components, and has no unreferenced ones', () => {
    const text = JSON.stringify(document);
    const pointers = new Set([...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name));

    expect([...pointers].sort()).toEqual(Object.keys(document.components.schemas).sort());
    expect(text).not.toContain('$defs');
  });

  it('gives every operation a unique id', () => {
    const ids = operationsOf(document).map(({ operationId }) => operationId);

    expect(new Set(ids).size).toBe(ids.length);
  });

  it('declares each parameter of a path, and no other', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [] } of Object.values(item))
        expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath);
    }
  });
});

describe('coverage', () => {
  it('describes each route of the requested planes exactly once, and none of another plane', () => {
    for (const plane of PLANES) {
      const declared = Object.entries(routes).filter(([, route]) => route.plane === plane);
      const described = operationsOf(documentOf([plane])).map(({ operationId }) => operationId);
      const own = described.filter((id) => !id.includes('Alias'));
      expect(own.sort()).toEqual(declared.map(([name]) => name).sort());
    }
  });

  it('describes an alias under the player prefix on the player plane', () => {
    const player = Object.keys(documentOf(OPENAPI_PLANES.player).paths);

    expect(player).toContain('/certsvc/v1/certificates/{id}/verify');
    expect(player.filter((path) => path.startsWith('/api/v1/public'))).toEqual([]);
  });

  it('lists every path and alias in the document of all planes', () => {
    const all: Route[] = Object.values(routes);
    const served = all
      .flatMap((route) => [route.path, ...(route.aliases ?? [])])
      .map((path) => path.replaceAll(/[:*](\w+)/g, '{$1}'));

    expect(Object.keys(everything.paths).sort()).toEqual([...new Set(served)].sort());
  });

  it('shows the real mounts when the prefixes are changed', () => {
    const mounts = { apiPrefix: '/assay', playerPrefix: '/agents' };
    const paths = Object.keys(toOpenApi(routes, OPENAPI_PLANES.all, { ...OPTIONS, mounts }).paths);

    expect(paths).toContain('/assay/public/certificates/{id}/verify');
    expect(paths).toContain('/agents/certificates/{id}/flag');
    expect(paths.some((path) => path.startsWith('/api/v1') || path.startsWith('/certsvc'))).toBe(false);
  });
});

describe('content', () => {
  const verify = everything.paths['/api/v1/public/certificates/{id}/verify']?.get;

  it('names the codes of an error, and that it contains valid false', () => {
    expect(resolve(verify?.responses['503'])?.description).toBe(
      '`status_stale`, `unavailable`. The document contains `valid: false`.',
    );
    expect(verify?.responses).not.toHaveProperty('413');
  });

  it('requires a credential exactly where the route does', () => {
    const all: Record<string, Route> = routes;
    for (const { operationId, security } of operationsOf(everything)) {
      const access = all[operationId.replace(/Alias\d*$/, '')]?.access;
      expect([operationId, security.length === 0]).toEqual([operationId, access === 'none']);
    }
  });

  it('describes a verify record that accepts a real one, and refuses one without a verdict', () => {
    const { VerifyRecord: schema } = everything.components.schemas;
    const record = toVerifyRecord(
      {
        payload: buildPayload(),
        payloadHash: hash32Of('7'),
        status: 'APPROVED',
        statusReason: null,
        statusChangedAt: TIME,
        revoked: false,
        supersededBy: null,
        activeFlagCount: 0,
        reAudit: null,
        onChain: null,
      },
      { version: '1', apiDisclaimer: 'Text.' },
      { baseUrl: 'https://api.example' },
    );
    const text = JSON.stringify({ ...schema, $defs: everything.components.schemas });
    const back = z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));

    expect(back.safeParse(record).error).toBeUndefined();
    expect(back.safeParse({ ...record, valid: undefined }).success).toBe(false);
  });

  it('describes the requests and answers of every marketplace call as the schemas parse them', () => {
    const market: [string, Route][] = Object.entries({ ...marketplaceRoutes, ...pluginRoutes });
    for (const [name, { body, answer, status }] of market) {
      const operation = operationsOf(everything).find(({ operationId }) => operationId === name);
      const asked = exampleValue(operation?.requestBody?.content['application/json'].examples?.market);
      const answered = exampleValue(
        (resolve(operation?.responses[status])?.content?.['application/json']?.examples as Record<string, object>)
          ?.market,
      );
      expect([name, asked !== undefined, answered !== undefined]).toEqual([name, body !== undefined, status !== 204]);
      for (const [schema, value] of [
        [body, asked],
        [answer, answered],
      ] as const)
        if (value !== undefined && schema instanceof z.ZodType)
          expect(z.encode(schema, schema.parse(value))).toEqual(value);
    }
  });
});

describe('examples', () => {
  const all: Record<string, Route> = routes;
  const routeOf = (id: string) => all[id.replace(/Alias\d*$/, '')] as Route;
  const examplesIn = (content: Answered['content']) =>
    Object.entries(content ?? {}).flatMap(([media, { examples }]) =>
      Object.entries(examples).map(([name, one]) => ({ media, name, value: exampleValue(one) })),
    );

  it('of a request and of each answer are on every operation, and their schemas accept them', () => {
    const faults: unknown[] = [];
    for (const { operationId, requestBody, responses } of operationsOf(everything)) {
      const { body, answer, status, orStatus } = routeOf(operationId);
      if (requestBody !== undefined)
        for (const { name, value } of examplesIn(requestBody.content as never)) {
          const error = body?.safeParse(value).error;
          if (error !== undefined) faults.push([operationId, 'body', name, error.message]);
        }
      for (const [code, response] of Object.entries(responses)) {
        const content = resolve(response)?.content;
        if (code === '204') continue;
        const shown = examplesIn(content);
        if (shown.length === 0) faults.push([operationId, code, 'no example']);
        if (![status, orStatus].includes(Number(code) as never) || !(answer instanceof z.ZodType)) continue;
        for (const { name, value } of shown) {
          const error = answer.safeParse(value).error;
          if (error !== undefined) faults.push([operationId, code, name, error.message]);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('of a refusal have the code under which they are listed', () => {
    for (const response of Object.values(everything.components.responses))
      for (const { media, name, value } of examplesIn(response.content as never)) {
        if (media === 'application/json') expect(RpcRefusal.parse(value).error.code).toBe(name);
        else expect(ProblemDocument.safeParse(value).error).toBeUndefined();
      }
  });
});

describe('paid routes', () => {
  const submit = everything.paths['/api/v1/certsvc/submit']?.post;

  it('describe the 402 with its terms, its header and all formats', () => {
    const refused = resolve(submit?.responses['402']);

    expect(refused?.content?.['application/problem+json']?.schema).toEqual({
      $ref: '#/components/schemas/PaymentRequiredBody',
    });
    expect(refused?.headers).toHaveProperty('PAYMENT-REQUIRED');
    expect(everything.components.schemas.PaymentRequiredBody).toMatchObject({
      properties: { accepts: {}, payment: {}, error: {} },
    });
  });

  it('describe the 202 with Location and the payment headers', () => {
    expect(Object.keys(resolve(submit?.responses['202'])?.headers ?? {})).toEqual(
      expect.arrayContaining(['Location', 'PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE', 'X-Payment-Receipt']),
    );
  });

  it('list no credential that they refuse', () => {
    expect(submit?.security).toEqual([{}, { developerToken: [] }, { sessionCookie: [] }]);
  });
});

describe('sessions and later results', () => {
  it('list the operator cookie, with which an operator signs out', () => {
    const signOut = everything.paths['/api/v1/operator/sign-out']?.post;

    expect(signOut?.security).toEqual([{ adminKey: [] }, { operatorCookie: [] }]);
    expect(everything.components.securitySchemes.operatorCookie).toMatchObject({
      in: 'cookie',
      name: 'assay_operator',
    });
  });

  it('list Retry-After of a new key whose actor does not exist yet', () => {
    const link = everything.paths['/api/v1/auth/link']?.post;

    expect(Object.keys(resolve(link?.responses['201'])?.headers ?? {})).toContain('Retry-After');
  });
});

describe('RPC', () => {
  const methodsIn = (name: string) => {
    const { oneOf } = everything.components.schemas[name] as { oneOf: { properties: { method: { const: string } } }[] };
    return oneOf.map(({ properties }) => properties.method.const).sort();
  };

  it('has one option per method, plain and as JSON-RPC', () => {
    for (const name of ['AgentCall', 'AgentJsonRpcCall'])
      expect(methodsIn(name)).toEqual(Object.keys(AGENT_METHODS).sort());
    for (const name of ['AdminCall', 'AdminJsonRpcCall'])
      expect(methodsIn(name)).toEqual(Object.keys(ADMIN_METHODS).sort());
  });

  it('has one option per intent, with its own params', () => {
    const { oneOf } = everything.components.schemas.SubmitIntentParams as {
      oneOf: { properties: { type: { const: string }; params: { properties: object } } }[];
    };

    expect(oneOf.map(({ properties }) => properties.type.const)).toEqual(Object.keys(INTENTS));
    expect(oneOf[0]?.properties.params.properties).toHaveProperty('targetCityId');
  });
});
