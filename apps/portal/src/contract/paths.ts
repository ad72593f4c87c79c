/** Every path that the portal answers, as the router writes it. Pages are bound to them in `server.tsx`. */
export const portalPaths = [
  '/',
  '/check',
  '/certificates',
  '/certificates/:id',
  '/validators',
  '/validators/:id',
  '/leaderboard',
  '/rules',
  '/rules/:id',
  '/status',
  '/docs',
  '/docs/agent-guide',
  '/docs/guides/:name',
  '/docs/problems',
  '/docs/problems/:code',
  '/account',
  '/account/*',
  '/council',
  '/council/*',
  '/operator',
  '/operator/*',
  '/design',
] as const;

export type PortalPath = (typeof portalPaths)[number];
