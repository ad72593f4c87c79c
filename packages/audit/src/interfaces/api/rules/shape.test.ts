import { loadParserAssets } from '@assay/analysis/node/parser-assets';
import { expect, it } from 'vitest';
import { audit } from '../../../engine.ts';

const parsers = loadParserAssets();
type Parts = Record<string, unknown>;

const OK = { 200: { description: 'Done.' }, 429: { description: 'Too many.' } };
const api = (paths: Parts, more: Parts = {}): Parts => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  servers: [{ url: 'https://api.shop.example' }],
  security: [{ key: [] }],
  paths,
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  ...more,
});
const does = (method: string, summary: string, more: Parts = {}): Parts => ({
  [method]: { summary, responses: OK, ...more },
});
const body = (schema: Parts): Parts => ({ requestBody: { content: { 'application/json': { schema } } } });
const gives = (schema: Parts): Parts => ({
  responses: { 200: { description: '', content: { 'application/json': { schema } } } },
});
const TEXT = { type: 'string', maxLength: 100 };
const NUMBER = { parameters: [{ name: 'doorId', in: 'path', schema: { type: 'string', pattern: '^[0-9]{6}$' } }] };
const staffed = (more: Parts): Parts =>
  api(
    { '/beds': does('get', 'Beds'), '/settings': does('put', 'Changes the settings of all wards', more) },
    {
      security: [{ staff: [] }],
      components: {
        securitySchemes: { staff: { type: 'http', scheme: 'bearer' }, chief: { type: 'http', scheme: 'bearer' } },
      },
    },
  );
const lists = (unpaged: Parts): Parts =>
  api({
    ...Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [
        `/${name}`,
        does('get', 'A list', gives({ type: 'array', maxItems: 50, items: TEXT })),
      ]),
    ),
    '/values': does('get', 'Values', gives({ type: 'array', items: TEXT, ...unpaged })),
  });
const called = (description: string): Parts =>
  api({
    '/papers': does('post', 'Sends a paper', {
      callbacks: { done: { '{$request.body#/to}': does('post', 'Somebody has signed', { description }) } },
    }),
  });
const described = (description: string): Parts =>
  api({}, { components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description } } } });
const key = ['sh', 'live', ['9fK2vQx7', 'LmZ4tRw8', 'YbN3cHs6'].join('')].join('_');
const row = (isOwn: boolean): Parts => ({
  type: 'object',
  properties: { name: TEXT, tier: { ...TEXT, readOnly: isOwn } },
});
const rows = (additionalProperties: boolean, isOwn: boolean): Parts =>
  api({
    '/tickets/{id}': {
      ...does('get', 'A ticket', gives(row(isOwn))),
      ...does('patch', 'Changes a ticket', body({ type: 'object', properties: { name: TEXT }, additionalProperties })),
    },
  });

/** A rule, what it finds by the shape of a document, and its harmless neighbour. */
const PAIRS: readonly (readonly [string, string, Parts, Parts])[] = [
  ['API-05', 'what everybody shows sets nobody apart', staffed({}), staffed({ security: [{ chief: [] }] })],
  [
    'API-04',
    'what stands in a list of one’s own is somebody’s',
    api({ '/doors': does('get', 'Own doors'), '/doors/{doorId}/unlock': does('post', 'Unlocks a door', NUMBER) }),
    api({ '/doors': does('get', 'Doors on sale'), '/doors/{doorId}/picture': does('get', 'A picture', NUMBER) }),
  ],
  ['API-06', 'any property, beside one that the service sets', rows(true, true), rows(false, true)],
  [
    'API-06',
    'who approved is not for the sender to say',
    api({ '/bids': does('post', 'Places a bid', body({ type: 'object', properties: { approvedBy: TEXT } })) }),
    api({ '/bids': does('post', 'Places a bid', body({ type: 'object', properties: { price: { type: 'number' } } })) }),
  ],
  ['API-08', 'every other list has an end', lists({}), lists({ maxItems: 20 })],
  [
    'API-11',
    'a sentence shows a key',
    described(`The key, such as ${key}.`),
    described('The key, such as sh_live_xxxxxxxxxxxxxxxxxxxxxxxx.'),
  ],
  [
    'API-15',
    'it goes wherever it is sent',
    api({
      '/image': does('get', 'The hub follows the redirects, also to other hosts, and installs the image it receives.'),
    }),
    api({ '/image': does('get', 'The hub never follows redirects and installs signed images alone.') }),
  ],
  [
    'API-17',
    'signing papers is not signing messages',
    called('The event is posted without further headers.'),
    called('The body is signed, see X-Paper-Signature.'),
  ],
  [
    'API-18',
    'what is answered goes into a shell',
    api({
      '/fix': does(
        'get',
        'Clients pipe `command` into `sudo sh`.',
        gives({ type: 'object', properties: { command: TEXT } }),
      ),
    }),
    api({
      '/fix': does('get', 'Which command an engineer ran.', gives({ type: 'object', properties: { command: TEXT } })),
    }),
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
