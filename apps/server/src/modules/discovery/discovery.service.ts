import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Mounts, mountPath, OPENAPI_PLANES, routes, toOpenApi } from '@assay/protocol';
import { etagOf, ReadyAnswer } from '../../platform/http/index.ts';

type Deps = {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly mounts: Mounts;
  readonly version: string;
};

const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assay API reference</title>
</head>
<body>
<noscript>This page needs JavaScript. The same description as data: <a href="/.well-known/openapi.json">openapi.json</a>.</noscript>
<script id="api-reference" data-url="/.well-known/openapi.json"
  data-configuration='{"withDefaultFonts":false,"telemetry":false,"agent":{"disabled":true},"mcp":{"disabled":true}}'></script>
<script src="/reference/viewer.js"></script>
</body>
</html>
`;

/** The page runs one script of our own origin and talks to our own origin: nothing else is loaded or sent. */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Documents about the service. All are made once, at start: they change only with the configuration. */
export function createDiscovery({ baseUrl, docsUrl, mounts, version }: Deps) {
  const json = (document: unknown): ReadyAnswer => ready(JSON.stringify(document), 'application/json; charset=utf-8');
  const describe = (planes: (typeof OPENAPI_PLANES)[keyof typeof OPENAPI_PLANES]) =>
    json(toOpenApi(routes, planes, { baseUrl, docsUrl, version, mounts }));

  const api = baseUrl + mounts.apiPrefix;
  const guide = readFileSync(new URL('./agent-guide.md', import.meta.url), 'utf8')
    .replaceAll('{api}', api)
    .replaceAll('{player}', baseUrl + mounts.playerPrefix)
    .replaceAll('{base_url}', baseUrl);
  const publicRoutes = Object.entries(routes)
    .filter(([, route]) => route.access === 'none')
    .map(([name, { method, path, summary }]) => ({ name, method, url: baseUrl + mountPath(path, mounts), summary }));
  const varies = { Vary: 'Accept' };
  const guideMarkdown = ready(guide, 'text/markdown; charset=utf-8', varies);
  const guideJson = ready(
    JSON.stringify({ service: 'Assay', version, baseUrl, markdown: guide, routes: publicRoutes }),
    'application/json; charset=utf-8',
    varies,
  );

  return {
    openApi: describe(OPENAPI_PLANES.all),
    publicOpenApi: describe(OPENAPI_PLANES.public),
    playerOpenApi: describe(OPENAPI_PLANES.player),
    agentGuide: (accept: string): ReadyAnswer => (prefersJson(accept) ? guideJson : guideMarkdown),
    llmsTxt: [
      '# Assay',
      '',
      '> Security review and verifiable certificates for AI skills, APIs, tools and smart contracts.',
      '',
      `- [Guide for agents](${api}/public/agent-guide): verify before you invoke`,
      `- [OpenAPI](${baseUrl}/.well-known/openapi.json): every route`,
      `- [Skill store](${baseUrl}/.well-known/skill-store): signed feed of certified skills`,
      '',
    ].join('\n'),
    referencePage: ready(REFERENCE_PAGE, 'text/html; charset=utf-8', { 'Content-Security-Policy': REFERENCE_POLICY }),
    referenceScript: readScript(),
  };
}
export type Discovery = ReturnType<typeof createDiscovery>;

function ready(text: string | Buffer, contentType: string, headers: Record<string, string> = {}): ReadyAnswer {
  const bytes = Buffer.from(text);
  return new ReadyAnswer(bytes, { contentType, etag: etagOf(bytes), headers });
}

/** The viewer is 4 MB: it is read when the first reader asks for it. */
function readScript(): () => ReadyAnswer {
  let script: ReadyAnswer | undefined;
  return () => {
    const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
    const path = `${entry.slice(0, entry.lastIndexOf('/dist/'))}/dist/browser/standalone.js`;
    script ??= ready(readFileSync(path), 'text/javascript; charset=utf-8');
    return script;
  };
}

/** JSON only for a client that asks for it and not for Markdown or anything. */
const prefersJson = (accept: string): boolean =>
  /\bapplication\/json\b/i.test(accept) && !/text\/(markdown|\*)/i.test(accept);
