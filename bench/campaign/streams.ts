/** A reader of the event stream at one process that resumes after each loss of its connection. */

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { HistoryRecorder } from './history.ts';
import type { Member } from './service.ts';

const RETRY_MS = 300;
/** Longer than the pause between two heartbeats of the stream. */
const SILENCE_MS = 45_000;
const TOPICS = 'certificates,flags,world';

function open(url: string, since: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'last-event-id': String(since), connection: 'close' };
    const request = get(`${url}/api/v1/stream?topics=${TOPICS}`, { headers }, resolve);
    request.setTimeout(SILENCE_MS, () => request.destroy(new Error('The stream is silent.')));
    request.on('error', reject);
  });
}

export function followStream(member: Member, history: HistoryRecorder, isOver: () => boolean) {
  const add = history.stream(member.name, 0);
  let last = 0;
  let response: IncomingMessage | undefined;
  let reconnects = 0;

  async function read(url: string): Promise<void> {
    response = await open(url, last);
    if (response.statusCode !== 200) {
      response.destroy();
      throw new Error(`The stream answered ${response.statusCode}.`);
    }
    let rest = '';
    response.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('id: ')) continue;
        last = Number(line.slice(4));
        add(last);
      }
    });
    response.on('error', () => undefined); // the process was killed
    await once(response, 'close');
  }

  const running = (async () => {
    while (!isOver()) {
      const url = member.url();
      if (url !== undefined) await read(url).catch(() => undefined);
      reconnects++;
      await pause(RETRY_MS);
    }
  })();
  return {
    reconnects: () => reconnects,
    async stop(): Promise<void> {
      response?.destroy();
      await running;
    },
  };
}
