import type { Verification } from '@assay/client';
import type { CallAnswer } from '@assay/client/api';
import type { Service } from './connect.ts';

type Live = { readonly live: CallAnswer<'readLiveStatus'>; readonly verification: Verification };

/** The changes since issuance. This answer is not signed, so its `valid` counts only if verify also finds it signed. */
export async function readLiveStatus(id: string, { api, client }: Pick<Service, 'api' | 'client'>): Promise<Live> {
  const told = await api.call('readLiveStatus', { params: { id } });
  const verification = await client.verify(id, { isFresh: true });
  return { live: { ...told, valid: told.valid === true && verification.valid }, verification };
}
