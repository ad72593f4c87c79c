import { describe, expect, it } from 'vitest';
import { createHttp } from './http.ts';
import { createLogReader, createMonitor, LOG_READ_LIMITS, MONITOR_LIMITS, openMonitorState } from './proof/index.ts';
import { useHostileService } from './testing/hostile-client.ts';
import { type Reply, text } from './testing/hostile-service.ts';
import { growLog, honestLeaves, LOG_KEY, ORIGIN, signedBy } from './testing/sealed-log.ts';
import { at, ID, NOW } from './testing/sealed-skill.ts';

const { service } = useHostileService();
const CHECKPOINT = '/transparency/checkpoint';
const PART = new Uint8Array(65_536).fill(0x61);

/** Sends data until the client disconnects. */
const endless: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const send = (): void => {
    if (!response.destroyed) response.write(PART, () => setImmediate(send));
  };
  send();
};

const reader = () =>
  createLogReader({ http: createHttp({ baseUrl: service().baseUrl }), key: LOG_KEY, now: () => NOW });

describe('a log', () => {
  it('with an endless checkpoint is not read to its end', async () => {
    service().on(CHECKPOINT, endless);
    await expect(reader().checkpoint()).rejects.toMatchObject({
      name: 'AssayError',
      code: 'bad_answer',
      message: expect.stringContaining(`${LOG_READ_LIMITS.noteBytesMax}`),
    });
  });

  it('that signs an endless size is not followed', async () => {
    const signed = await growLog(honestLeaves()).textAt(10);
    const size = LOG_READ_LIMITS.leavesMax + 1;
    service().on(CHECKPOINT, text(signedBy(signed.replace('\n10\n', `\n${size}\n`)), 'text/plain'));
    await expect(reader().follow({ origin: ORIGIN, size: 0, edge: [] }).next()).rejects.toMatchObject({
      code: 'bad_answer',
      message: expect.stringContaining('One run'),
    });
    expect(service().asked).toHaveLength(1);
  });
});

it('a monitor keeps a bounded number of findings', async () => {
  let given = 0;
  const leaf = {
    type: 'STATUS',
    certificateId: ID,
    payloadHash: `0x${'1'.repeat(64)}`,
    status: 'SUSPENDED',
    statusReason: null,
    at: at(NOW),
    prev: 0,
  } as const;
  async function* follow(): AsyncGenerator<{ leafIndex: number; leaf: typeof leaf }, never> {
    for (;;) yield { leafIndex: given++, leaf };
  }
  const monitor = createMonitor({
    http: createHttp({ baseUrl: service().baseUrl }),
    reader: { follow },
    origin: ORIGIN,
    interests: { owners: [], names: [], digests: [], certificates: [ID] },
  });
  await expect(monitor(openMonitorState(undefined, ORIGIN))).rejects.toMatchObject({ code: 'bad_answer' });
  expect(given).toBe(MONITOR_LIMITS.findingsMax + 1);
});
