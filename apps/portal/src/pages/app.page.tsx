import type { Page } from '../page.ts';
import { Notice } from '../ui/parts.tsx';

type Part = {
  readonly name: 'account' | 'council' | 'operator' | 'flag' | 'report';
  readonly title: string;
  readonly routes: string;
};

/** The mount point of the program, with instructions for browsers without scripts. */
export const toAppPage = (part: Part): Page<Part> => ({
  load: () => part,
  head: ({ title }) => ({
    title: `${title}: Assay`,
    description: title,
    twin: { type: 'application/json', href: '/.well-known/openapi.json' },
    isIndexed: false,
  }),
  scripts: ['app'],
  body: ({ name, title, routes }, { place }) => (
    <div className="page" data-api-prefix={place.apiPrefix} data-app={name} data-player-prefix={place.playerPrefix}>
      <noscript>
        <h1 className="mt-10 mb-4 text-3xl font-semibold">{title}</h1>
        <Notice title="This page requires JavaScript." tone="warn">
          You can do the same with the API: <a href={`/reference#tag-${routes}`}>see the reference</a>.
        </Notice>
      </noscript>
    </div>
  ),
});
