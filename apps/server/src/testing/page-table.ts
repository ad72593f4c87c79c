/** Which browser test opens and checks each page of the portal. */
import { basename } from 'node:path';
import type { portalPaths } from '@assay/portal/paths';
import { expect } from 'vitest';

type PortalPath = (typeof portalPaths)[number];
/** Preview images are no pages. The development inbox is mounted beside the portal's own paths. */
type PagePath = Exclude<PortalPath, `${string}.png`> | '/dev/inbox';

type PageTest =
  | 'account-data-pages'
  | 'app-pages'
  | 'log-pages'
  | 'operator-pages'
  | 'player-pages'
  | 'public-pages'
  | 'world-pages';

/** A page without a line does not compile; a line whose test does not check the page fails that test. */
const CHECKED_IN: Readonly<Record<PagePath, PageTest>> = {
  '/': 'public-pages',
  '/check': 'public-pages',
  '/certificates': 'public-pages',
  '/certificates/:id': 'public-pages',
  '/certificates/:id/flag': 'public-pages',
  '/report': 'account-data-pages',
  '/evidence': 'public-pages',
  '/validators': 'public-pages',
  '/validators/:id': 'app-pages',
  '/leaderboard': 'public-pages',
  '/rules': 'public-pages',
  '/rules/:id': 'public-pages',
  '/log': 'log-pages',
  '/log/:index': 'log-pages',
  '/status': 'public-pages',
  '/docs': 'public-pages',
  '/docs/agent-guide': 'public-pages',
  '/docs/guides/:name': 'public-pages',
  '/docs/policies/:name': 'public-pages',
  '/docs/privacy': 'public-pages',
  '/docs/runbooks': 'public-pages',
  '/docs/trust': 'public-pages',
  '/docs/threat-model': 'public-pages',
  '/docs/problems': 'public-pages',
  '/docs/problems/:code': 'public-pages',
  '/reference': 'public-pages',
  '/reference/:id': 'public-pages',
  '/world': 'world-pages',
  '/world/what-if': 'world-pages',
  '/world/what-if/:id': 'world-pages',
  '/world/cities/:id': 'world-pages',
  '/world/actors': 'world-pages',
  '/world/actors/:id': 'world-pages',
  '/world/businesses': 'world-pages',
  '/world/businesses/:id': 'world-pages',
  '/market': 'player-pages',
  '/market/:id': 'player-pages',
  '/account': 'app-pages',
  '/account/new': 'app-pages',
  '/account/new/:id': 'app-pages',
  '/account/drafts': 'app-pages',
  '/account/submissions': 'app-pages',
  '/account/submissions/:id': 'app-pages',
  '/account/access': 'app-pages',
  '/account/webhooks': 'app-pages',
  '/account/flags': 'account-data-pages',
  '/account/tickets': 'app-pages',
  '/account/tickets/:id': 'app-pages',
  '/account/history': 'app-pages',
  '/account/data': 'account-data-pages',
  '/account/device': 'account-data-pages',
  '/council': 'app-pages',
  '/council/assignments/:id': 'app-pages',
  '/council/plugins': 'player-pages',
  '/council/plugins/:id': 'player-pages',
  '/council/slots': 'player-pages',
  '/council/plugin-market': 'player-pages',
  '/council/skill-market': 'player-pages',
  '/council/sales': 'player-pages',
  '/council/actor': 'player-pages',
  '/operator': 'operator-pages',
  '/operator/queue/:id': 'operator-pages',
  '/operator/certificates': 'operator-pages',
  '/operator/proposals': 'operator-pages',
  '/operator/world': 'player-pages',
  '/operator/grants': 'player-pages',
  '/operator/outbox': 'app-pages',
  '/operator/payments': 'operator-pages',
  '/operator/jobs': 'app-pages',
  '/operator/log': 'operator-pages',
  '/operator/accounts': 'operator-pages',
  '/design': 'public-pages',
  '/dev/inbox': 'public-pages',
};

const PATHS = Object.keys(CHECKED_IN) as PagePath[];
const PATTERNS = PATHS.map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) }))
  // A path without a parameter is more specific than one that matches it by a parameter.
  .sort((one, other) => one.path.split(':').length - other.path.split(':').length);

/** The files of a test process share modules, so that checks are kept per file. */
const checkedBy = new Map<string, Set<string>>();
const ownFile = (): string => basename(expect.getState().testPath ?? '', '.test.ts');

function findPath(url: string): PagePath | undefined {
  const { pathname } = new URL(url);
  return PATTERNS.find(({ pattern }) => pattern.test(pathname))?.path;
}

export const isPageChecked = (url: string): boolean => checkedBy.get(ownFile())?.has(findPath(url) ?? '') ?? false;

/** Records that the page at this address passed all checks. */
export function recordCheckedPage(url: string): void {
  const path = findPath(url);
  if (path === undefined) return;
  const checked = checkedBy.get(ownFile()) ?? new Set();
  checkedBy.set(ownFile(), checked.add(path));
}

/** Expects that the calling file has checked every page that the table assigns to it. */
export function expectAllPagesChecked(): void {
  const file = ownFile();
  const assigned = PATHS.filter((path) => CHECKED_IN[path] === file);
  expect(assigned.length).toBeGreaterThan(0);
  expect(assigned.filter((path) => !checkedBy.get(file)?.has(path))).toEqual([]);
}
