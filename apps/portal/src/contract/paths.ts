export { LANGUAGES as portalLanguages } from '../languages/languages.ts';

/** The views of the programs that need a login. The server sends one document for all views of a program. */
export const accountPaths = [
  '/account',
  '/account/new',
  '/account/new/:id',
  '/account/drafts',
  '/account/submissions',
  '/account/submissions/:id',
  '/account/access',
  '/account/webhooks',
  '/account/flags',
  '/account/tickets',
  '/account/tickets/:id',
  '/account/history',
  '/account/data',
  '/account/device',
] as const;
export const councilPaths = [
  '/council',
  '/council/assignments/:id',
  '/council/plugins',
  '/council/plugins/:id',
  '/council/slots',
  '/council/plugin-market',
  '/council/skill-market',
  '/council/sales',
  '/council/actor',
] as const;
export const operatorPaths = [
  '/operator',
  '/operator/queue/:id',
  '/operator/certificates',
  '/operator/proposals',
  '/operator/world',
  '/operator/grants',
  '/operator/outbox',
  '/operator/payments',
  '/operator/jobs',
  '/operator/log',
  '/operator/accounts',
] as const;

/** Every path of the portal, in the router's notation. `server.tsx` binds pages to them. */
export const portalPaths = [
  '/',
  '/check',
  '/certificates',
  '/certificates/:id',
  '/certificates/:id/flag',
  '/certificates/:id/card.png',
  '/card.png',
  '/report',
  '/evidence',
  '/validators',
  '/validators/:id',
  '/leaderboard',
  '/rules',
  '/rules/:id',
  '/log',
  '/log/:index',
  '/status',
  '/docs',
  '/docs/agent-guide',
  '/docs/guides/:name',
  '/docs/policies/:name',
  '/docs/privacy',
  '/docs/trust',
  '/docs/threat-model',
  '/docs/problems',
  '/docs/problems/:code',
  '/reference',
  '/reference/:id',
  '/world',
  '/world/what-if',
  '/world/what-if/:id',
  '/world/cities/:id',
  '/world/actors',
  '/world/actors/:id',
  '/world/businesses',
  '/world/businesses/:id',
  '/market',
  '/market/:id',
  ...accountPaths,
  ...councilPaths,
  ...operatorPaths,
  '/design',
] as const;

export type PortalPath = (typeof portalPaths)[number];
export type AccountPath = (typeof accountPaths)[number];
export type CouncilPath = (typeof councilPaths)[number];
export type OperatorPath = (typeof operatorPaths)[number];
