import type { AskWitness } from './modules/transparency/index.ts';

const ANSWER_CHARS_MAX = 65_536;

/** The operator configures witnesses, so private addresses are allowed. Redirects are not followed. */
export const createWitnessClient =
  (timeoutMs: number): AskWitness =>
  async (url, body) => {
    try {
      const init = body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'text/plain' } };
      const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
      const text = await readText(answer);
      return { status: answer.status, contentType: answer.headers.get('content-type') ?? '', text };
    } catch {
      return undefined;
    }
  };

async function readText(answer: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  const reader = answer.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > ANSWER_CHARS_MAX)
      throw new RangeError(`A witness answers with at most ${ANSWER_CHARS_MAX} characters.`);
  }
  return text + decoder.decode();
}
