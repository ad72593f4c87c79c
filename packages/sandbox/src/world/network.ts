import type { DataTag } from '@assay/analysis/runs/observation';
import type { Act } from './recorder.ts';
import type { Tracer } from './trace.ts';

const NETWORK_LIMITS = { stagesMax: 100, urlCharsMax: 4_096 } as const;

export type FakeRequest = { method: string; url: string; headers: [name: string, value: string][]; body: string };
type FakeAnswer = { status: number; body: string; contentType: string };

/** The only network that code in the sandbox can reach. It records and never connects. */
export type FakeNetwork = {
  request(request: FakeRequest): FakeAnswer;
  /** Sends bytes on a raw connection and returns the reply. */
  connect(host: string, port: string | number, sent: string, tags?: readonly DataTag[]): string;
  resolve(name: string): void;
  /** The address that a second stage came from, found by its marker. */
  stageOrigin(marker: string): string | undefined;
};

const MARKER = 'assay_second_stage_';
/** Finds markers of downloaded text in code that is about to run. */
export const STAGE_MARKERS = /assay_second_stage_\d+/g;

const AUTH_HEADER =
  /^(?:proxy-)?authorization$|^x-(?:[a-z]+-)?(?:key|token|auth)|(?:api|auth|access|private|subscription)[-_]?(?:key|token)$/i;

export function createNetwork(needs: { record(act: Act): void; tracer: Tracer }): FakeNetwork {
  const origins: string[] = [];

  function request({ method, url, headers, body }: FakeRequest): FakeAnswer {
    const target = url.slice(0, NETWORK_LIMITS.urlCharsMax);
    const others = headers.filter(([name]) => !AUTH_HEADER.test(name));
    const credentials = headers.filter(([name]) => AUTH_HEADER.test(name));
    const inPlain = needs.tracer.find([url, ...others.flat(), body].join('\n'));
    const inAuth = needs.tracer.find(credentials.flatMap(([, value]) => [value, basicCredential(value)]).join('\n'));
    const tags: DataTag[] = [...inPlain, ...inAuth];
    if (inPlain.length === 0 && inAuth.length > 0) tags.push('auth');
    if (body.length > 0) tags.push('upload');
    needs.record({ kind: 'net', target: `${method.toUpperCase()} ${target}`, data: tags });
    return answer(stage(target), method, target, headers);
  }

  /** The marker that represents the text at this address. Its execution reveals a second stage. */
  function stage(url: string): string {
    const known = origins.indexOf(url);
    if (known >= 0) return `${MARKER}${known}`;
    if (origins.length < NETWORK_LIMITS.stagesMax) origins.push(url);
    return `${MARKER}${origins.length - 1}`;
  }

  return {
    request,
    connect(host, port, sent, tags = []) {
      needs.record({
        kind: 'net',
        target: `CONNECT tcp://${host}:${port}`,
        data: [...needs.tracer.find(sent), ...tags],
      });
      return `${stage(`tcp://${host}:${port}`)}\n`;
    },
    resolve(name) {
      needs.record({ kind: 'dns', target: name, data: needs.tracer.find(name) });
    },
    stageOrigin: (marker) => origins[Number(marker.slice(MARKER.length))],
  };
}

const basicCredential = (value: string): string =>
  value.startsWith('Basic ') ? Buffer.from(value.slice(6), 'base64').toString('latin1') : '';

const LOOKS_LIKE_API = /^https?:\/\/api[.-]|\/(?:api|v\d+|graphql|rest)(?:\/|$)|\.json(?:$|\?)/i;

function answer(marker: string, method: string, url: string, headers: [string, string][]): FakeAnswer {
  const wantsJson = headers.some(([name, value]) => /^(?:accept|content-type)$/i.test(name) && /json/i.test(value));
  if (!wantsJson && method.toUpperCase() === 'GET' && !LOOKS_LIKE_API.test(url)) {
    return { status: 200, body: `${marker}\n`, contentType: 'text/plain' };
  }
  // Every field from which a loader could take its next step contains the marker.
  const fields = [
    'code',
    'command',
    'content',
    'data',
    'id',
    'message',
    'payload',
    'result',
    'script',
    'text',
    'token',
  ];
  const body = JSON.stringify({
    ok: true,
    status: 'success',
    ...Object.fromEntries(fields.map((field) => [field, marker])),
  });
  return { status: 200, body: `${body}\n`, contentType: 'application/json' };
}
