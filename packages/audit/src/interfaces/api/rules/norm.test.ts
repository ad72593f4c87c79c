import { loadParserAssets } from '@assay/analysis/node/parser-assets';
import { expect, it } from 'vitest';
import { audit } from '../../../engine.ts';

const parsers = loadParserAssets();
type Parts = Record<string, unknown>;

const api = (paths: Parts): Parts => ({
  openapi: '3.1.0',
  info: { title: 'Boats', version: '1.0.0' },
  servers: [{ url: 'https://api.boats.example' }],
  security: [{ key: [] }],
  paths,
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
});
const answers = (...statuses: number[]): Parts =>
  Object.fromEntries([200, ...statuses].map((status) => [status, { description: '…' }]));
const does = (method: string, more: Parts = {}): Parts => ({ [method]: { responses: answers(403, 429), ...more } });
const takes = (schema: Parts, type = 'application/json'): Parts => ({
  requestBody: { content: { [type]: { schema } } },
});
const object = (properties: Parts): Parts => ({ type: 'object', properties });
const TEXT = { type: 'string', maxLength: 40 };
const ADDRESS = { type: 'string', format: 'uri', maxLength: 400 };
const HELD = takes(object({ name: TEXT, berth: TEXT, flag: TEXT }));
const owned = (paths: Parts): Parts =>
  api({ '/a/{name}': does('get'), '/b/{name}': does('get'), '/d': does('get'), ...paths });
const held = (paths: Parts): Parts => api({ '/a': does('post', HELD), ...paths });
const allows = (schema: Parts): Parts =>
  api({
    '/logs': does('get', {
      responses: {
        200: {
          description: '',
          headers: {
            'Access-Control-Allow-Origin': { description: 'Gibt den Origin zurück.', schema },
            'Access-Control-Allow-Credentials': { schema: { type: 'string', enum: ['true'] } },
          },
        },
      },
    }),
  });

const cors = (allowOriginRegex: string): Parts => ({
  ...api({ '/a': does('get') }),
  'x-cors': { allowOriginRegex: [allowOriginRegex], allowCredentials: true },
});
const ways = (...schemes: string[]): Parts => ({
  ...api({
    '/a': does('get'),
    '/users/{id}/suspend': does('post', { security: schemes.map((name) => ({ [name]: [] })) }),
  }),
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer' }, staff: { type: 'http', scheme: 'bearer' } },
  },
});
const headed = (name: string): Parts =>
  api({ '/a': does('get', { parameters: [{ name, in: 'header', schema: { type: 'integer' } }] }) });

/** What a document shows by what it does elsewhere, and by where its values go: no word of any language is needed. */
const PAIRS: readonly (readonly [string, string, Parts, Parts])[] = [
  [
    'API-01',
    'below a list that asks for a credential stands a file that does not',
    api({ '/c': does('get'), '/c/{id}': does('get'), '/d': does('get'), '/c/x': does('get', { security: [] }) }),
    api({ '/c': does('post'), '/d': does('get'), '/e': does('get'), '/x': does('get', { security: [] }) }),
  ],
  [
    'API-01',
    'nobody comes in by a deletion',
    api({ '/reset': does('delete', { security: [] }) }),
    api({ '/reset': does('post', { security: [] }) }),
  ],
  [
    'API-03',
    'by its format it is a password',
    api({
      '/c': does('get', { parameters: [{ name: 'x', in: 'query', schema: { type: 'string', format: 'password' } }] }),
    }),
    api({ '/c': does('get', { parameters: [{ name: 'x', in: 'query', schema: TEXT }] }) }),
  ],
  [
    'API-04',
    'all others refuse those who have no right',
    owned({ '/c/{name}': does('get', { responses: answers(404, 429) }) }),
    owned({ '/c/{name}': does('get') }),
  ],
  [
    'API-05',
    'one call says something of many people',
    api({
      '/c': does('get'),
      '/marks': does('put', takes({ type: 'array', maxItems: 9, items: object({ studentId: TEXT, mark: TEXT }) })),
    }),
    api({
      '/c': does('get'),
      '/marks': does('put', takes({ type: 'array', maxItems: 9, items: object({ mark: TEXT }) })),
    }),
  ],
  ['API-04', 'callers write in a header whose things they get', headed('X-Tenant-Id'), headed('X-Request-Id')],
  ['API-05', 'one of two ways in is everybody’s', ways('staff', 'key'), ways('staff')],
  ['API-10', 'a pattern that fits every origin', cors('.*'), cors('^https://app.boats.example$')],
  [
    'API-06',
    'whose it is can be changed',
    api({ '/c/{id}': does('put', takes(object({ tenantId: TEXT }))) }),
    api({ '/c/{id}': does('put', takes(object({ berth: TEXT }))) }),
  ],
  [
    'API-07',
    'an address that nobody gets back is used',
    api({ '/c': does('post', takes(object({ von: ADDRESS }))) }),
    api({
      '/c': does('post', {
        ...takes(object({ von: ADDRESS })),
        responses: { 200: { description: '', content: { 'application/json': { schema: object({ von: ADDRESS }) } } } },
      }),
    }),
  ],
  [
    'API-07',
    'a host with its port is connected to',
    api({ '/c': does('put', takes(object({ host: TEXT, port: { type: 'integer' } }))) }),
    api({ '/c': does('put', takes(object({ host: { ...TEXT, enum: ['a.example'] }, port: { type: 'integer' } }))) }),
  ],
  [
    'API-08',
    'a whole body is a list without an end',
    held({ '/c': does('post', takes({ type: 'array', items: TEXT })) }),
    held({ '/c': does('post', takes({ type: 'array', maxItems: 5, items: TEXT })) }),
  ],
  [
    'API-10',
    'no origin is named',
    allows({ type: 'string' }),
    allows({ type: 'string', example: 'https://app.boats.example' }),
  ],
  [
    'API-14',
    'all others have a limit',
    api({ '/a': does('get'), '/b': does('get'), '/c': does('post', { responses: answers(403) }) }),
    api({ '/a': does('get'), '/b': does('get'), '/c': does('post') }),
  ],
  [
    'API-14',
    'that there is no confirmation is none',
    api({ '/payout': does('post', { responses: answers(), description: 'No confirmation is asked for.' }) }),
    api({ '/payout': does('post', { responses: answers(), description: 'Waits for a confirmation.' }) }),
  ],
  [
    'API-17',
    'anybody may say what happened',
    api({ '/in': does('post', { security: [], ...takes(object({ event: TEXT, payload: TEXT })) }) }),
    api({ '/in': does('post', { security: [], ...takes(object({ event: TEXT, payload: TEXT, signature: TEXT })) }) }),
  ],
  [
    'API-18',
    'a sample of the answer runs',
    api({
      '/c': does('get', {
        responses: {
          200: {
            description: '',
            content: { 'text/html': { schema: object({ card: { ...TEXT, example: '<b onload="go()">' } }) } },
          },
        },
      }),
    }),
    api({
      '/c': does('get', {
        responses: {
          200: { description: '', content: { 'text/html': { schema: object({ card: { ...TEXT, example: '<b>' } }) } } },
        },
      }),
    }),
  ],
  [
    'API-23',
    'a sample of what is sent is a template',
    api({ '/c': does('post', takes(object({ layout: { ...TEXT, example: 'Dear {{ name }}' } }))) }),
    api({ '/c': does('post', takes(object({ layout: { ...TEXT, example: 'plain' } }))) }),
  ],
];

it.each(PAIRS)('%s: %s', async (ruleId, _, bad, good) => {
  const warnings = async (document: Parts): Promise<string[]> => {
    const bytes = new TextEncoder().encode(JSON.stringify(document, null, 1));
    const files = [{ path: 'openapi.json', bytes }];
    const report = await audit({ productType: 'API', files, source: { url: '', ref: '' } }, { parsers });
    return report.findings
      .filter((one) => one.ruleId === ruleId && one.severity !== 'LOW' && one.severity !== 'INFO')
      .map(({ why }) => why);
  };
  expect(await warnings(bad)).not.toEqual([]);
  expect(await warnings(good)).toEqual([]);
});
