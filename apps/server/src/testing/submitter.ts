import { randomUUID } from 'node:crypto';
import type { LocalAccount } from '@assay/chain';
import type { Buyer, ChainServer } from './chain-server.ts';
import { signTerms, toBase64Json } from './payer.ts';
import { benignSkill } from './submission-builder.ts';
import type { Answer } from './test-server.ts';

export const SUBMIT = '/api/v1/certsvc/submit';

type Parties = { readonly house: ChainServer; readonly buyer: Buyer; readonly wallet: LocalAccount };
type Options = { readonly path?: string; readonly who?: Pick<Buyer, 'headers'> };

/** Submits and pays over HTTP. `parties` is called for each request, because a suite starts them before its tests. */
export function createSubmitter(parties: () => Parties) {
  const send = (
    body: unknown,
    headers: Record<string, string> = {},
    { path = SUBMIT, who = parties().buyer }: Options = {},
  ) => parties().house.server.post(path, body, { ...who.headers, ...headers });

  return {
    /** A skill with unique content. */
    newSkill: () => ({ productType: 'SKILL', skillMdContent: benignSkill(`skill-${randomUUID()}`) }),
    send,
    pay: async (body: unknown, asked: Answer, options: Options = {}) =>
      send(body, { 'payment-signature': toBase64Json(await signTerms(asked, parties().wallet)) }, options),
    query: async (text: string, ...values: unknown[]) =>
      (await parties().house.server.database.pool.query(text, values)).rows,
  };
}
