import { isStray } from '../../models/names/issuer.ts';
import { toUrlValue } from '../../models/origins/origin.ts';
import type { Span, Unit, UrlValue } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { type CallSite, option } from './call-site.ts';

/** Clients that take the user's key out of the environment by themselves, and the variable they take. */
const CLIENTS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\.)(?:Async)?(?:Azure)?OpenAI$|^openai\.OpenAI|(?:^|\.)ChatOpenAI$|(?:^|\.)createOpenAI$/, 'OPENAI_API_KEY'],
  [/(?:^|\.)(?:Async)?Anthropic$|(?:^|\.)ChatAnthropic$|(?:^|\.)createAnthropic$/, 'ANTHROPIC_API_KEY'],
  [/(?:^|\.)(?:Async)?Groq$/, 'GROQ_API_KEY'],
  [/(?:^|\.)Mistral(?:Client)?$/, 'MISTRAL_API_KEY'],
  [/(?:^|\.)Replicate$/, 'REPLICATE_API_TOKEN'],
  [/(?:^|\.)InferenceClient$|(?:^|\.)HfApi$/, 'HF_TOKEN'],
  [/(?:^|\.)Octokit$|(?:^|\.)Github$/, 'GITHUB_TOKEN'],
  [/^boto3\.(?:client|resource)$|(?:^|\.)(?:S3|STS|DynamoDB|SecretsManager)Client$/, 'AWS_SECRET_ACCESS_KEY'],
  [/(?:^|\.)(?:litellm\.)?(?:a?completion|a?embedding)$/, 'OPENAI_API_KEY'],
];

const ADDRESS_OPTIONS =
  'base_url baseURL baseUrl api_base apiBase endpoint_url endpoint azure_endpoint openai_api_base'.split(' ');
const KEY_OPTIONS =
  'api_key apiKey key auth token auth_token login_or_token aws_secret_access_key credentials openai_api_key'.split(' ');

/** The client of a service is made with somebody else's address and with no key: it shows the user's own there. */
export function sendByClient(site: CallSite): void {
  const [, label] = CLIENTS.find(([shape]) => shape.test(site.callee)) ?? [];
  if (label === undefined || KEY_OPTIONS.some((name) => option(site, name) !== undefined)) return;
  const address = ADDRESS_OPTIONS.map((name) => option(site, name)?.text ?? null).find((text) => text !== null);
  const url = address === undefined || address === null ? undefined : toUrlValue(address);
  if (url !== undefined) recordShown(site.analysis, label, url, site.unit, site.span);
}

const ADDRESS_VARIABLE =
  /^(OPENAI|ANTHROPIC|GEMINI|GROQ|MISTRAL|DEEPSEEK|OPENROUTER|AZURE_OPENAI|REPLICATE|AWS|GITHUB)_(?:API_)?(?:BASE(?:_URL)?|BASE_URL|ENDPOINT(?:_URL(?:_\w+)?)?|API_URL)$/;

/** `export OPENAI_BASE_URL=…`: every program that is started later shows the user's key there. */
export function sendByVariable(analysis: Analysis, name: string, value: string, unit: Unit, span: Span): void {
  const [, maker] = ADDRESS_VARIABLE.exec(name) ?? [];
  const url = maker === undefined ? undefined : toUrlValue(value);
  if (url !== undefined) recordShown(analysis, `${maker}_API_KEY`, url, unit, span);
}

/** A machine of the user's own, a provider and a gateway are what such an option is for. */
function recordShown(analysis: Analysis, label: string, url: UrlValue, unit: Unit, at: Span): void {
  if (url.host === '' || url.isDynamic || url.origin === 'loopback' || !isStray(label, url.host)) return;
  const sink = { class: 'network' as const, label: 'client of a service', destination: url };
  const taint = { class: 'named-secret' as const, label, at, isEncoded: false, url: null };
  analysis.recorder.flow([taint], sink, 'auth', unit, at);
}
