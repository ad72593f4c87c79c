import { draftRoutes } from '@assay/protocol';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { DraftAnswer, Drafts } from './drafts.service.ts';

type Services = { readonly drafts: Drafts; readonly draftUrlOf: (id: string) => string };

const { quoteDraft: _, submitDraft: __, ...keeping } = draftRoutes;

export const bindDraftRoutes = ({ drafts, draftUrlOf }: Services) =>
  bindRoutes(keeping, {
    listDrafts: ({ query }, { caller }) => drafts.list(caller.accountId, query),
    createDraft: async ({ body }, { caller, client }) => {
      const draft = await drafts.create({ ...caller, client }, body);
      return withRevision(draft, { Location: draftUrlOf(draft.id) });
    },
    readDraft: async ({ params }, { caller }) => withRevision(await drafts.get(caller.accountId, params.id)),
    changeDraft: async ({ params, headers, body }, { caller, client }) =>
      withRevision(await drafts.change({ ...caller, client }, params.id, body, toRevision(headers['if-match']))),
    deleteDraft: ({ params }, { caller }) => drafts.remove(caller.accountId, params.id),
  });

const withRevision = (draft: DraftAnswer, headers: Record<string, string> = {}) =>
  new Reply(draft, { headers: { ETag: `"${draft.revision}"`, ...headers } });

const toRevision = (tag: string | undefined): number | undefined =>
  tag === undefined ? undefined : Number(tag.slice(1, -1));
