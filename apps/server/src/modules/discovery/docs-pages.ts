import { createHash } from 'node:crypto';
import { type ProblemCode, problems, problemTitle, routes } from '@assay/protocol';
import { escapeHtml } from '../../platform/http/index.ts';

const STYLE =
  ':root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif } body { max-width: 44rem; margin: 0 auto; padding: 1.5rem }';

/** Nothing runs and nothing is loaded: the page is its own text and one style, known by its hash. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

type Explanation = {
  readonly code: ProblemCode;
  readonly title: string;
  readonly status: number;
  readonly advice: string;
  /** Routes that name it; those that any route may answer are named by none. */
  readonly answeredBy: readonly string[];
};

export function explainProblem(code: ProblemCode): Explanation {
  const { status } = problems[code];
  const answeredBy = Object.values(routes)
    .filter(({ errors }) => (errors as readonly ProblemCode[]).includes(code))
    .map(({ method, path }) => `${method} ${path}`);
  return { code, title: problemTitle(code), status, advice: adviceFor(code, status), answeredBy };
}

const RETRY = 'Send the same request again after the seconds that Retry-After names.';
const ADVICE: Readonly<Record<number, string>> = {
  400: 'The request could not be read. Mend it and send it again.',
  401: 'Send a credential that is valid, or ask for a new one.',
  402: 'Pay what the answer asks for, and repeat the request.',
  403: 'This credential may not do that. Use the one of the owner.',
  404: 'Check the address and the id; nothing is there for you.',
  405: 'Use a method that the header Allow names.',
  409: 'It does not fit the present state. Read what is there now, then decide.',
  410: 'It is over. Ask for a new one.',
  413: 'Send less.',
  415: 'Send application/json.',
  422: 'The members under `errors` say what does not fit. Change them and send it again.',
  429: RETRY,
  500: 'A fault of ours. Tell us the requestId.',
  502: RETRY,
  503: RETRY,
  504: RETRY,
};
const adviceFor = (code: ProblemCode, status: number): string =>
  code === 'idempotency_in_flight' ? RETRY : (ADVICE[status] ?? 'Read the detail of the answer.');

const page = (title: string, body: string): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${escapeHtml(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<main>\n${body}\n</main>\n</body>\n</html>\n`;

export function toProblemPage({ code, title, status, advice, answeredBy }: Explanation): string {
  const list = answeredBy.map((route) => `<li><code>${escapeHtml(route)}</code></li>`).join('');
  return page(
    `${title}: Assay`,
    `<h1>${escapeHtml(title)}</h1>\n<p><code>${code}</code>, status ${status}. The <code>detail</code> of the answer says what it was about.</p>\n<p>${escapeHtml(advice)}</p>\n${list === '' ? '<p>Any route may answer it.</p>' : `<p>Answered by:</p>\n<ul>${list}</ul>`}\n<p><a href="/docs">All documentation</a></p>`,
  );
}

type DocLink = { readonly title: string; readonly url: string };
export const toDocsPage = (links: readonly DocLink[]): string =>
  page(
    'Documentation of Assay',
    `<h1>Documentation</h1>\n<ul>${links.map(({ title, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></li>`).join('')}</ul>\n<p>The guides are in the folder <code>docs/guides</code> of the repository.</p>`,
  );
