import { type LiveStatus, listOf, QueueItem } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBuyer } from '../../testing/chain-server.ts';
import { reached, rowsOf, startCouncilServer } from '../../testing/council.ts';
import { DEV, registerDeveloper } from '../../testing/developer.ts';
import { newWallet } from '../../testing/sign-in.ts';
import { benignSkill, submitSkill } from '../../testing/submission-builder.ts';
import { BASE_URL, OPERATOR, type TestServer } from '../../testing/test-server.ts';

const REASON = 'The second step sends the notes to the author.';

let server: TestServer;
let certificateId: string;
beforeAll(async () => {
  server = await startCouncilServer();
  const files = { 'SKILL.md': benignSkill('notes'), 'steps.md': 'one\ntwo\nthree\n' };
  const submissionId = await submitSkill(server, { files, owner: (await newBuyer(server)).principal });
  await reached(server, submissionId, 'CERTIFIED');
  const certificates = 'SELECT id FROM certificates WHERE submission_id = $1';
  certificateId = (await rowsOf<{ id: string }>(server, certificates, submissionId))[0]?.id ?? '';
}, 60_000);
afterAll(() => server.close());

const newest = async (kind: string): Promise<QueueItem> => {
  const { body } = await server.get(`/api/v1/operator/queue?kind=${kind}`, OPERATOR);
  const item = listOf(QueueItem).parse(body).items.at(-1);
  if (item === undefined) throw new Error(`No ${kind} waits.`);
  return item;
};
const follow = async (link: string | null | undefined) =>
  (await server.get((link ?? '').replace(BASE_URL, ''), OPERATOR)).body;

describe('a queue item', () => {
  it('shows a flag with its description, its evidence beside the file, and links to the bytes and the report', async () => {
    const description = 'The second step hands everything to somebody else.';
    const evidence = [
      { kind: 'FILE_LINE', value: 'steps.md:2' },
      { kind: 'TEXT', value: 'I saw it in my proxy.' },
    ];
    const walletAddress = newWallet().address;
    const flag = { walletAddress, category: 'DATA_EXFILTRATION', severity: 'HIGH', description, evidence };
    await server.post(`/certsvc/v1/certificates/${certificateId}/flag`, flag);

    const { subject } = await newest('FLAG');

    expect(subject).toMatchObject({ text: description, certificateId, flag: { severity: 'HIGH', walletAddress } });
    expect(subject?.flag?.evidence.map(({ quoted }) => quoted)).toEqual(['1: one\n2: two\n3: three\n4: ', null]);
    const { files } = (await follow(subject?.links.bundle)) as { files: { path: string; contentBase64: string }[] };
    expect(files.map(({ path }) => path)).toEqual(['SKILL.md', 'steps.md']);
    expect(Buffer.from(files[1]?.contentBase64 ?? '', 'base64').toString()).toBe('one\ntwo\nthree\n');
    expect(await follow(subject?.links.report)).toMatchObject({ reviewResult: 'NO_FINDINGS' });
    expect(await follow(subject?.links.certificate)).toMatchObject({ id: certificateId });
  });

  it('shows a ticket with its messages', async () => {
    const developer = await registerDeveloper(server, 'asks@example.org');
    await developer.post(`${DEV}/support/tickets`, { subject: 'A question', message: 'How often do you look again?' });

    expect((await newest('TICKET')).subject).toMatchObject({
      text: 'A question',
      messages: [{ from: 'developer', text: 'How often do you look again?' }],
    });
  });

  it('requires the administrative key for the bytes and the report', async () => {
    const { subject } = await newest('FLAG');

    for (const link of [subject?.links.bundle, subject?.links.report])
      expect((await server.get((link ?? '').replace(BASE_URL, ''))).status).toBe(401);
  });
});

describe("an operator's reason", () => {
  it('is shown to the developer in the history of the certificate', async () => {
    await server.operate(`/api/v1/operator/certificates/${certificateId}/suspend`, { reason: REASON });

    const { body } = await server.get(`/api/v1/public/certificates/${certificateId}/live-status`);
    const { history } = body as LiveStatus;

    expect(history.map(({ status, reason }) => [status, reason])).toEqual([
      ['APPROVED', null],
      ['SUSPENDED', REASON],
    ]);
  });
});
