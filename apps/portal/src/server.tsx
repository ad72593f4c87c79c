/** The portal as the server sees it: a path and a request in, a page or its twin out. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { PageAnswer, PageRequest, Place, Portal } from './contract/contract.ts';
import { type PortalPath, portalPaths } from './contract/paths.ts';
import type { Context, Handler, Page } from './page.ts';
import { certificate } from './pages/certificate.page.tsx';
import { check } from './pages/check.page.tsx';
import { design } from './pages/design.page.tsx';
import { home } from './pages/home.page.tsx';
import { toRefusal } from './pages/refusal.page.tsx';
import { search } from './pages/search.page.tsx';
import { Document } from './ui/document.tsx';

const JSON_TYPE = 'application/json; charset=utf-8';

/** JSON for a caller that asks for it and does not ask for a page. */
const wantsJson = (accept: string): boolean =>
  /\bapplication\/(problem\+)?json\b/i.test(accept) && !/text\/html/i.test(accept);

function toHandler<Data>(page: Page<Data>): Handler {
  return async (context) => {
    const data = await page.load(context);
    const status = page.status?.(data) ?? 200;
    if (wantsJson(context.accept)) {
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

const handlers: Readonly<Record<PortalPath, Handler>> = {
  '/': toHandler(home),
  '/check': toHandler(check),
  '/certificates': toHandler(search),
  '/certificates/:id': toHandler(certificate),
  '/design': toHandler(design),
};

type Refused = { readonly status: number; readonly code: string; readonly message: string };
const isRefused = (error: unknown): error is Refused =>
  error instanceof Error && 'status' in error && 'code' in error && Number(error.status) < 500;

/** A refusal of the service is shown as a page to whoever asked for one; other callers get the problem itself. */
async function answer(path: PortalPath, context: Context): Promise<PageAnswer> {
  try {
    return await handlers[path](context);
  } catch (error) {
    if (!isRefused(error) || wantsJson(context.accept)) throw error;
    return render(toRefusal(error), error, context, error.status);
  }
}

export function createPortal(place: Place): Portal {
  return {
    paths: portalPaths,
    answer: (path, request: PageRequest) => answer(path as PortalPath, { ...request, place }),
  };
}
