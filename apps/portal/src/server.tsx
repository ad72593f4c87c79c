/** The portal's entry point for the server: takes a path and a request, returns a page or its data form. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { PageAnswer, PageRequest, Place, Portal } from './contract/contract.ts';
import { accountPaths, councilPaths, operatorPaths, type PortalPath, portalPaths } from './contract/paths.ts';
import { NotFound } from './not-found.ts';
import type { Context, Handler, Page } from './page.ts';
import { toAppPage } from './pages/app.page.tsx';
import { certificateCard, siteCard } from './pages/card.page.ts';
import { problem, problems, rules } from './pages/catalogues.page.tsx';
import { certificate } from './pages/certificate.page.tsx';
import { check } from './pages/check.page.tsx';
import { city } from './pages/city.page.tsx';
import { leaderboard, validator, validators } from './pages/council.page.tsx';
import { design } from './pages/design.page.tsx';
import { agentGuide, docs, guide, policy, privacy, runbooks, threatModel, trust } from './pages/docs.page.tsx';
import { evidence } from './pages/evidence.page.tsx';
import { home } from './pages/home.page.tsx';
import { inbox } from './pages/inbox.page.tsx';
import { listing } from './pages/listing.page.tsx';
import { leaf, log } from './pages/log.page.tsx';
import { market } from './pages/market.page.tsx';
import { operation, reference } from './pages/reference.page.tsx';
import { toRefusal } from './pages/refusal.page.tsx';
import { actor, actors, business, businesses } from './pages/residents.page.tsx';
import { rule } from './pages/rule.page.tsx';
import { search } from './pages/search.page.tsx';
import { status } from './pages/status.page.tsx';
import { whatIf, whatIfAnswer } from './pages/what-if.page.tsx';
import { world } from './pages/world.page.tsx';
import { Document } from './ui/document.tsx';

const JSON_TYPE = 'application/json; charset=utf-8';

/** JSON for clients that accept it and do not accept HTML. */
const wantsJson = ({ accept, suffix }: Context): boolean =>
  suffix === 'json' || (/\bapplication\/(problem\+)?json\b/i.test(accept) && !/text\/html/i.test(accept));

const wantsMarkdown = ({ accept, suffix }: Context): boolean =>
  suffix === 'md' || (/\btext\/markdown\b/i.test(accept) && !/text\/html/i.test(accept));

function toHandler<Data>(page: Page<Data>): Handler {
  return async (context) => {
    const data = await page.load(context);
    const status = page.status?.(data) ?? 200;
    if (page.markdown !== undefined && wantsMarkdown(context)) {
      return { status, type: 'text/markdown; charset=utf-8', body: page.markdown(data) };
    }
    if (wantsJson(context)) {
      const value = page.json === undefined ? data : page.json(data, context);
      return { status: 200, type: JSON_TYPE, body: JSON.stringify(value) };
    }
    if (status === 303) return toRedirect((data as { location?: string }).location ?? '/');
    return render(page, data, context, status);
  };
}

function render<Data>(page: Page<Data>, data: Data, context: Context, status: number): PageAnswer {
  const { place, path } = context;
  const markup = renderToStaticMarkup(
    <Document
      head={page.head(data, context)}
      isEnglish={page.isEnglish ?? false}
      path={path}
      portalUrl={place.portalUrl}
      scripts={['site', ...(page.scripts ?? [])]}
      version={place.version}
    >
      {page.body(data, context)}
    </Document>,
  );
  return { status, type: 'text/html; charset=utf-8', body: `<!doctype html>${markup}` };
}

const toRedirect = (location: string): PageAnswer => ({
  status: 303,
  type: 'text/plain; charset=utf-8',
  body: '',
  headers: { Location: location },
});

const account = toHandler(toAppPage({ name: 'account', title: 'Your account', routes: 'developer' }));
const council = toHandler(toAppPage({ name: 'council', title: 'Join the council', routes: 'player' }));
const operator = toHandler(toAppPage({ name: 'operator', title: 'Operator', routes: 'operator' }));

const flag = toHandler(toAppPage({ name: 'flag', title: 'Report a problem', routes: 'player' }));

const toViews = <Path extends PortalPath>(paths: readonly Path[], handler: Handler) =>
  Object.fromEntries(paths.map((path) => [path, handler])) as Record<Path, Handler>;

const handlers: Readonly<Record<PortalPath, Handler>> = {
  '/': toHandler(home),
  '/check': toHandler(check),
  '/certificates': toHandler(search),
  '/certificates/:id': toHandler(certificate),
  '/certificates/:id/flag': flag,
  '/certificates/:id/card.png': certificateCard,
  '/card.png': siteCard,
  '/evidence': toHandler(evidence),
  '/report': toHandler(toAppPage({ name: 'report', title: 'Report abuse', routes: 'public' })),
  '/validators': toHandler(validators),
  '/validators/:id': toHandler(validator),
  '/leaderboard': toHandler(leaderboard),
  '/rules': toHandler(rules),
  '/rules/:id': toHandler(rule),
  '/log': toHandler(log),
  '/log/:index': toHandler(leaf),
  '/status': toHandler(status),
  '/docs': toHandler(docs),
  '/docs/agent-guide': toHandler(agentGuide),
  '/docs/guides/:name': toHandler(guide),
  '/docs/policies/:name': toHandler(policy),
  '/docs/runbooks': toHandler(runbooks),
  '/docs/privacy': toHandler(privacy),
  '/docs/trust': toHandler(trust),
  '/docs/threat-model': toHandler(threatModel),
  '/docs/problems': toHandler(problems),
  '/docs/problems/:code': toHandler(problem),
  '/reference': toHandler(reference),
  '/reference/:id': toHandler(operation),
  '/world': toHandler(world),
  '/world/what-if': toHandler(whatIf),
  '/world/what-if/:id': toHandler(whatIfAnswer),
  '/world/cities/:id': toHandler(city),
  '/world/actors': toHandler(actors),
  '/world/actors/:id': toHandler(actor),
  '/world/businesses': toHandler(businesses),
  '/world/businesses/:id': toHandler(business),
  '/market': toHandler(market),
  '/market/:id': toHandler(listing),
  ...toViews(accountPaths, account),
  ...toViews(councilPaths, council),
  ...toViews(operatorPaths, operator),
  '/design': toHandler(design),
};

type Refused = { readonly status: number; readonly code: string; readonly message: string };
const isRefused = (error: unknown): error is Refused =>
  error instanceof Error &&
  'status' in error &&
  'code' in error &&
  (Number(error.status) < 500 || error.status === 503);

/** Browsers get a problem as a page; other clients get the problem document. */
async function answer(path: PortalPath, context: Context): Promise<PageAnswer> {
  try {
    const handler: Handler | undefined = handlers[path];
    if (handler === undefined) throw new NotFound('There is no page at this address.');
    return await handler(context);
  } catch (error) {
    if (!isRefused(error) || wantsJson(context)) throw error;
    return render(toRefusal(error), error, context, error.status);
  }
}

/** `/rules.json` and `/rules/CAP-01.md` are the data forms of the pages without the suffix. */
function withoutSuffix(request: PageRequest): Omit<Context, 'place'> {
  const [, suffix] = /\.(json|md)$/.exec(request.path) ?? [];
  if (suffix === undefined) return { ...request, suffix: undefined };
  const params = Object.entries(request.params).map(([name, value]) => [name, value.replace(/\.(json|md)$/, '')]);
  return { ...request, suffix, params: Object.fromEntries(params) };
}

export function createPortal(place: Place): Portal {
  return {
    paths: portalPaths,
    answer: (path, request: PageRequest) => answer(path as PortalPath, { ...withoutSuffix(request), place }),
    inbox: (mails) => render(inbox, mails, { place, path: '/dev/inbox' } as Context, 200),
  };
}
