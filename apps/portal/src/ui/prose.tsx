/** HTML from the portal's own renderer, which removes raw HTML. Documents are in English in every language of the portal. */
export const Prose = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `markdown.ts` renders with raw HTML disabled
  <div className="prose mt-6 max-w-3xl" lang="en" dangerouslySetInnerHTML={{ __html: html }} />
);

export const Title = ({ children, lead }: { children: string; lead?: string }) => (
  <header className="mt-10">
    <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">{children}</h1>
    {lead === undefined ? null : <p className="mt-2 max-w-prose text-muted">{lead}</p>}
  </header>
);
