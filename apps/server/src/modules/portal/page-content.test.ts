import { createPortal, type PageRequest } from '@assay/portal/server';
import { SubmissionId } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate, UNREAD } from '../../testing/certificate-builder.ts';
import { startPageServer } from '../../testing/page-server.ts';
import { benignSkill, submitSkill } from '../../testing/submission-builder.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { marks, newTrader } from '../../testing/trader.ts';

const HTML = { accept: 'text/html' };
const REASON = 'It sends the notes of its user to a third party.';

let server: TestServer;
let unreadId: string;
beforeAll(async () => {
  server = await startPageServer();
  const name = 'unread-notes';
  const files = { 'SKILL.md': benignSkill(name) };
  const seller = await newTrader(server, 100);
  const owner = `actor:${seller.actorId}`;
  const submissionId = await submitSkill(server, { name, files, owner, ownerWallet: seller.wallet.address });
  const changes = { ...UNREAD, name, files, owner, submissionId: SubmissionId.parse(submissionId) };
  unreadId = await issueCertificate(server, changes);
  const offer = { certificateId: unreadId, price: marks(5), licence: 'One person', delivery: 'SOURCE' };
  expect((await seller.post('/certsvc/v1/marketplace/list', offer)).status).toBe(201);
});
afterAll(() => server.close());

const page = async (path: string) => (await server.get(path, HTML)).text;
/** The text of a page without markup. */
const wordsOf = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

const portal = createPortal({
  portalUrl: 'http://assay.localhost',
  apiUrl: 'http://assay.localhost',
  apiPrefix: '/api/v1',
  playerPrefix: '/certsvc/v1',
  version: '0',
  describeApi: () => ({}),
  documents: { names: () => [], read: () => undefined },
});
const show = async (path: string, answers: Record<string, unknown>, query = '') => {
  const call = (async (name: string) => answers[name]) as unknown as PageRequest['call'];
  const request = { path, params: { id: 'one' }, query: new URLSearchParams(query), accept: 'text/html', call };
  return wordsOf(String((await portal.answer(path, request)).body));
};

describe('an unread certificate', () => {
  it('is shown as "Valid, unread" in every list, and never as "Valid" alone or in green', async () => {
    const paths = ['/', '/certificates', '/certificates?q=unread', '/check?q=unread-notes', '/market'];
    const own = await page(`/certificates/${unreadId}`);
    expect(own).toMatch(/<title>unread-notes [^<]*: Valid, unread/);
    expect(wordsOf(own)).toContain('Valid, unread');
    const { body: badge } = await server.get(`/api/v1/public/certificates/${unreadId}/badge.json`);
    expect(badge).toMatchObject({ message: 'certified, unread · low', color: '#9a6700' });
    for (const path of paths) {
      const text = await page(path);
      const row = text.split(/<tr|<main/).find((part) => part.includes('unread-notes') && part.includes('Valid')) ?? '';
      expect([path, wordsOf(row).includes('Valid, unread')]).toEqual([path, true]);
      expect([path, /data-tone="ok"[^>]*><span aria-hidden="true">✓/.test(row)]).toEqual([path, false]);
    }
  });
});

it('a suspended certificate shows its reason first, and no count of safe votes', async () => {
  const id = await issueCertificate(server, { name: 'sends-notes' });
  expect(wordsOf(await page(`/certificates/${id}`))).toContain('voted safe');
  await server.operate(`/api/v1/operator/certificates/${id}/suspend`, { reason: REASON });

  const words = wordsOf(await page(`/certificates/${id}`));

  expect(words).not.toContain('voted safe');
  expect(words.indexOf(REASON)).toBeGreaterThan(words.indexOf('Do not use: suspended'));
  expect(words.indexOf(REASON)).toBeLessThan(words.indexOf('Not valid:'));
});

it('a page view counts as a view, not as a verification', async () => {
  const id = await issueCertificate(server, { name: 'looked-at' });
  const { entrySha256 } = (await server.get(`/api/v1/public/certificates/${id}/source-integrity`)).body as {
    entrySha256: string;
  };
  await page(`/certificates/${id}`);
  await page(`/check?q=${id}`); // redirects to the page of the certificate
  await page(`/check?q=${entrySha256}`);
  await server.app.reads.flush();

  const { body } = await server.get(`/api/v1/public/certificates/${id}/live-status`);

  expect(body).toMatchObject({ views: { total: 2 }, verifications: { total: 0 }, copies: { total: 0 } });
});

describe('with service answers', () => {
  it('a seat shows its kind: rules are checked, and only models read', async () => {
    const one = {
      mode: 'HOSTED',
      builtIn: true,
      rounds: { judged: 5, missed: 0 },
      stake: '0',
      reputation: [
        { track: 'SKILL', cases: 0, scoreBp: null },
        { track: 'API', cases: 0, scoreBp: null },
      ],
    };
    const items = [
      { ...one, id: 'a', name: 'Instruction 1', family: 'instruction' },
      {
        ...one,
        id: 'b',
        name: 'Reader one',
        family: 'reader/gpt',
        reputation: [...one.reputation, { cases: 3, scoreBp: 9000 }],
      },
      { ...one, id: 'c', name: 'Ann', family: 'person' },
    ];
    const words = await show('/validators', { listValidators: { items, nextCursor: null } });
    expect(words).toMatch(
      /Instruction 1 (?:Rules: instruction ){2}Built in No cases yet.*Reader one (?:Model: gpt ){2}Built in 90\.0 % of 3 cases.*Ann (?:person ){2}Built in/,
    );
    expect(words).not.toMatch(/ Reads |66\.7/);
  });

  it('a validator without cases shows no score on the leaderboard', async () => {
    const line = (rank: number, cases: number) => ({
      rank,
      id: `v${rank}`,
      name: `V${rank}`,
      score: 6667,
      detail: { cases },
    });
    const readLeaderboard = { board: 'validators', period: 'all', items: [line(1, 0), line(2, 3)], nextCursor: null };
    expect(await show('/leaderboard', { readLeaderboard })).toMatch(/– V1 No cases yet 2 V2 66\.7 %/);
  });

  it('a city with a severe concern is not shown as stable', async () => {
    const snapshot = { unemploymentRate: 0, cpi: 1, gdpReal: '0', moneySupply: '0', housing: { vacantRate: 0 } };
    const businessStats = { active: 10, workers: 0, vacancies: 0, avgWage: '0' };
    const readCity = {
      id: 'one',
      name: 'Port',
      health: 'STABLE',
      population: 9,
      housing: {},
      businessStats,
      treasuryBalance: '0',
      money: '0',
    };
    const concern = (severity: number) => ({
      code: 'BANKRUPTCY_WAVE',
      severity,
      evidence: { metric: 'businesses.bankrupt', value: 0.2, threshold: 0.03 },
    });
    const answers = (severity: number) => ({
      readCity,
      readEconomySummary: { cityId: 'one', snapshot, topConcerns: [concern(severity)] },
      listCities: { items: [] },
      listBusinesses: { items: [] },
      listProperties: { items: [] },
    });
    expect(await show('/world/cities/:id', answers(100))).toMatch(
      /Port Under strain 9 people.*Bankruptcy wave 100 20 % of the businesses went bankrupt this month \(limit 3 %\)/,
    );
    expect(await show('/world/cities/:id', answers(50))).toMatch(/Port Stable 9 people.*Bankruptcy wave 50/);
    const home = (tier: string, type: string, price: number) => ({
      id: `${tier}${price}`,
      tier,
      owner: { type },
      rent: '10000000',
      salePrice: `${price}000000`,
    });
    const items = [home('ROOM', 'city', 480), home('ROOM', 'city', 490), home('FLAT', 'actor', 1000)];
    const words = await show('/world/cities/:id', { ...answers(50), listProperties: { items } });
    expect(words).toMatch(/Room City 10\.00 marks 480\.00 marks Flat Resident 10\.00 marks 1.000\.00 marks/);
    expect(words).not.toContain('490.00 marks');
  });
});

describe('charts', () => {
  const HOURS = 672;
  const business = {
    id: 'one',
    name: 'Mill',
    status: 'ACTIVE',
    sector: 'GOODS',
    type: 'MILL',
    cityId: 'port',
    ownerId: null,
    workers: 3,
    vacancies: 0,
    wage: '0',
    balance: '0',
    debt: '0',
    salesMonth: '0',
    salePrice: null,
    bank: null,
    equippedSkills: [],
  };
  const city = { id: 'port', name: 'Port' };
  const month = (at: number) => ({
    tick: (at + 1) * HOURS,
    unitPrice: '1500000',
    wage: '90000000',
    workers: 3,
    sales: `${at}000000`,
    profit: '-3000000',
  });

  it('of a business show months with years, axes with round values, and a value for each month', async () => {
    const history = Array.from({ length: 24 }, (_, at) => month(at)).reverse();
    const words = await show('/world/businesses/:id', { readBusiness: { ...business, history }, readCity: city });
    expect(words).toMatch(
      /Sales, marks a month 23 in Y2-12; from 0 to 23 since Y1-01 0 10 20 30 Y1-01 Y2-12 Y1-01: Sales 0 Y1-02: Sales 1 /,
    );
    expect(words).toMatch(/Profit, marks a month -3 in Y2-12.*Workers, people 3/);
    const first = await show('/world/businesses/:id', {
      readBusiness: { ...business, history: [month(0)] },
      readCity: city,
    });
    expect(first).toContain('The charts begin with the second recorded month.');
    expect(first).not.toContain('Sales, marks a month');
  });
});

it('a bank shows its terms instead of prices and staff', async () => {
  const readBusiness = {
    id: 'one',
    name: 'Bank of Port',
    status: 'ACTIVE',
    sector: 'BANK',
    type: 'BANK',
    cityId: 'port',
    ownerId: null,
    equippedSkills: [],
    history: [],
    bank: { equity: '2000000000', loansOut: '500000000', rateBpMonth: 150, spreadBp: 50 },
  };
  const words = await show('/world/businesses/:id', { readBusiness, readCity: { id: 'port', name: 'Port' } });
  expect(words).toMatch(
    /Own funds 2.000\.00 marks Loans 500\.00 marks Interest 2(\.0)? % a month, for people 1 % more/,
  );
  expect(words).not.toMatch(/Vacancies|Month by month/);
});

describe('an unknown path in a browser', () => {
  it.each(['/nothing', '/a/b/c', '/certificates/x/y/z', '/api/v9/none', '/log/1/2'])(
    'gets the page for 404: %s',
    async (path) => {
      const { status, headers, text } = await server.get(path, HTML);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
      expect([/<title>Not found: Assay/.test(text), /<nav aria-label="Main"/.test(text)]).toEqual([true, true]);
      const asked = await server.get(path, { accept: 'application/json' });
      expect([asked.status, asked.body]).toMatchObject([404, { code: 'route_not_found' }]);
    },
  );

  it('gets 422 instead of 404 if the path is known and the query is invalid', async () => {
    const { status, text } = await server.get('/certificates?limit=many', HTML);
    expect([status, /<title>([^<]*)/.exec(text)?.[1]]).toEqual([422, 'Not a valid request: Assay']);
    expect(text).not.toContain('Not found');
  });
});
