import { portalPaths } from '@assay/portal/paths';
import type { Place, Portal } from '@assay/portal/server';
import { devInboxRoutes, type InboxMail, Problem } from '@assay/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type BoundRoute,
  createCalls,
  isUnchanged,
  type LocalHeaders,
  type RateLimiter,
  toRateHeaders,
  toRateSubject,
} from '../../platform/http/index.ts';
import { createPageCache, type RenderedPage } from './page-cache.ts';
import { createAssets } from './portal.assets.ts';
import { createDocuments } from './portal.documents.ts';
import { chooseLanguage, DEFAULT_LANGUAGE, toChoice } from './portal.language.ts';

type Needs = {
  readonly routes: readonly BoundRoute[];
  readonly place: Omit<Place, 'documents'>;
  /** Mails of a development server, readable only from its own machine. */
  readonly inbox: {
    isReadableFrom(headers: LocalHeaders): boolean;
    list(paging: { limit: number }, headers: LocalHeaders): Promise<{ items: InboxMail[] }>;
  };
  readonly limiter: RateLimiter;
  readonly clock: { now(): Date };
  readonly clientAddress: (request: FastifyRequest['raw']) => string;
};

/** Permits only the portal's own files: nothing inline, no other origin, no framing. */
const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  Vary: 'Accept, Accept-Language, Cookie',
} as const;
const ASSET_CACHE = 'public, max-age=31536000, immutable';
const PAGE_CACHE = 'public, no-cache';

const INBOX_MAILS = 50;

/** The path of requests that match no page. */
const NO_PAGE = '';

const TWIN_FORMS = ['.json', '.md'] as const;
/** On a path that ends in a parameter, the suffix of the alternative form would be part of the parameter. */
const hasTwinPath = (path: string): boolean => path !== '/' && !/:\w+$/.test(path);

/** Mounts the pages after the API's routes, so that no API path is taken. */
export function mountPortal(app: FastifyInstance, needs: Needs): void {
  const { routes, place, limiter, clock, clientAddress } = needs;
  const callsOf = createCalls(routes);
  const cache = createPageCache({ clock });
  const findAsset = createAssets();
  const documents = createDocuments();
  const portals = new Map<string, Promise<Portal>>();
  const load = (language: string): Promise<Portal> => {
    const known = portals.get(language);
    if (known !== undefined) return known;
    const loading = importPortal(language).then(({ createPortal }) => createPortal({ ...place, documents }));
    portals.set(language, loading);
    return loading;
  };

  function charge(request: FastifyRequest, reply: FastifyReply): string {
    const client = toRateSubject(clientAddress(request.raw));
    const decision = limiter.take('public', 'ip', client, clock.now().getTime());
    reply.headers(toRateHeaders(decision));
    if (!decision.isAllowed) throw new Problem('rate_limited', { retryAfterSeconds: decision.retryAfterSeconds });
    return client;
  }

  const toHandler =
    (path: string) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const client = charge(request, reply);
      const [pathname = '/', query = ''] = request.url.split('?', 2);
      const choice = toChoice(pathname, query);
      if (choice !== undefined) return sendChoice(choice, reply);
      const accept = toAccept(request.headers.accept);
      const isPage = accept === 'text/html' && !TWIN.test(pathname);
      const language = isPage ? chooseLanguage(request.headers) : DEFAULT_LANGUAGE;
      const portal = await load(language);
      const page = await cache.answer(
        { path: pathname, query, accept, language },
        callsOf({ requestId: request.id, client, isForPage: true }),
        (given) =>
          portal.answer(path, {
            path: pathname,
            params: path === NO_PAGE ? {} : (request.params as Record<string, string>),
            query: given.query,
            accept,
            call: given.call as Parameters<Portal['answer']>[1]['call'],
          }),
      );
      reply.header('Content-Language', language);
      return sendPage(page, request, reply);
    };

  app.decorate('answerMissing', toHandler(NO_PAGE));
  for (const path of portalPaths) {
    const handle = toHandler(path);
    app.get(path, { config: { name: 'portal' } }, handle);
    if (hasTwinPath(path)) for (const form of TWIN_FORMS) app.get(path + form, { config: { name: 'portal' } }, handle);
  }

  app.get('/dev/inbox', { config: { name: 'portal' } }, async (request, reply) => {
    const headers = devInboxRoutes.listDevInbox.headers.safeParse(request.headers);
    if (!headers.success || !needs.inbox.isReadableFrom(headers.data)) return toHandler(NO_PAGE)(request, reply);
    charge(request, reply);
    const mails = await needs.inbox.list({ limit: INBOX_MAILS }, headers.data);
    const { type, body } = (await load(DEFAULT_LANGUAGE)).inbox(mails.items);
    return reply
      .headers({ ...PAGE_HEADERS, 'Cache-Control': 'private, no-store' })
      .type(type)
      .send(body);
  });

  app.get('/assets/:name', { config: { name: 'portalAsset' } }, (request, reply) => {
    const asset = findAsset((request.params as { name: string }).name);
    if (asset === undefined) throw new Problem('route_not_found');
    const { type, plain, brotli } = asset;
    reply.headers({ 'Cache-Control': ASSET_CACHE, Vary: 'Accept-Encoding' }).type(type);
    if (brotli === undefined || !/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain);
    return reply.header('Content-Encoding', 'br').send(brotli);
  });
}

/** The data forms of pages are in English for every caller. */
const TWIN = /\.(json|md)$/;

/** Each language has its own module, because its constants contain texts. */
const importPortal = (language: string): Promise<typeof import('@assay/portal/server')> =>
  import(language === DEFAULT_LANGUAGE ? '@assay/portal/server' : `@assay/portal/server-${language}`);

const sendChoice = ({ location, cookie }: { location: string; cookie: string }, reply: FastifyReply): FastifyReply =>
  reply
    .code(303)
    .headers({ ...PAGE_HEADERS, 'Cache-Control': 'no-store', 'Set-Cookie': cookie, Location: location })
    .send();

/**
 * The page formats that a caller can request. Other header values map to these, so that they create no further cache
 * entries.
 */
function toAccept(header: string | undefined): string {
  if (header === undefined || /text\/html/i.test(header)) return 'text/html';
  const forms = [/\btext\/markdown\b/i, /\bapplication\/(problem\+)?json\b/i];
  const asked = ['text/markdown', 'application/json'].filter((_, at) => forms[at]?.test(header));
  return asked.length === 0 ? 'text/html' : asked.join(', ');
}

function sendPage({ status, type, bytes, etag, headers }: RenderedPage, request: FastifyRequest, reply: FastifyReply) {
  reply.code(status).headers({ ...PAGE_HEADERS, 'Cache-Control': PAGE_CACHE, ...headers, ETag: etag });
  if (status === 200 && isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(type).send(bytes);
}
