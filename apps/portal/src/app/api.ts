/** API calls from the browser, with the session's cookie or a key that only this page has. */
import type { Wire } from '../wire.ts';

/** A problem from the service or a missing answer, as a message for the user. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const UNREACHABLE = 'unreachable';

type Request = {
  readonly body?: unknown;
  readonly key?: string | undefined;
  readonly headers?: Record<string, string>;
};

const place = document.querySelector<HTMLElement>('[data-app]')?.dataset ?? {};
/** A service on this machine sends no email and gives test tokens. */
export const isLocal = ['127.0.0.1', 'localhost'].includes(location.hostname);

/** Replaces the declared prefixes with the mounts of this deployment. */
export const toUrl = (path: string): string =>
  path
    .replace(/^\/api\/v1(?=\/)/, place.apiPrefix ?? '/api/v1')
    .replace(/^\/certsvc\/v1(?=\/)/, place.playerPrefix ?? '/certsvc/v1');

type Problem = {
  detail?: string;
  code?: string;
  /** The specific reason, for problems with a generic detail. */
  reason?: string;
  errors?: readonly { pointer: string; detail: string }[];
  /** The problem format of the world's calls. */
  error?: { code: string; message: string };
};

/** Makes one call. The name only selects the type of the answer. */
export async function ask<Name extends keyof typeof import('@assay/protocol').routes>(
  _name: Name,
  call: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`,
  { body, key, headers = {} }: Request = {},
): Promise<Wire<Name>> {
  const [method = 'GET', path = '/'] = call.split(' ');
  const sent = { ...headers };
  if (body !== undefined) sent['content-type'] = 'application/json';
  if (key !== undefined) sent.authorization = `Bearer ${key}`;
  const answer = await send(toUrl(path), {
    method,
    headers: sent,
    credentials: key === undefined ? 'same-origin' : 'omit',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.ok) return (text === '' ? undefined : JSON.parse(text)) as Wire<Name>;
  throw toRefusal(answer.status, text);
}

async function send(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options);
  } catch {
    throw new Refusal(0, UNREACHABLE, 'The service does not respond. Your input is kept; try again in a moment.');
  }
}

function toRefusal(status: number, text: string): Refusal {
  try {
    const { error, errors = [], ...problem } = JSON.parse(text) as Problem;
    const code = error?.code ?? problem.code ?? 'unknown';
    const detail = error?.message ?? problem.detail ?? 'The service rejected the request.';
    const places = errors.map((one) => `${one.pointer.replace(/^\//, '').replaceAll('/', ' › ')} ${one.detail}`);
    const { reason = '' } = problem;
    const because = reason === '' || detail.includes(reason) ? [] : [reason];
    return new Refusal(status, code, [detail, ...because, ...places].join(' '));
  } catch {
    return new Refusal(
      status,
      'unknown',
      `The service returned status ${status} with a response that this page cannot read.`,
    );
  }
}
