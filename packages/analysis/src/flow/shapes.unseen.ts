import type { Language } from '../types/index.ts';
import { heldNames } from './held-names.ts';
import type { Found } from './shapes.harm.ts';

/** What comes out of these was not to be read before. */
const DECODERS =
  /\bBase64\.(?:strict_|urlsafe_)?decode64\b|\bZlib::(?:Inflate|GzipReader)\b|\.unpack1?\(\s*["']m|\bdecode_base64\b|\bbase64_decode\b|\bgzinflate\b|\bgzuncompress\b|\buncompress\b|\bMIME::Base64\b/;
/** Letters put together of the lowest bits of numbers: a text that lies in a picture or a sound. */
const LOW_BITS =
  /<<\s*1\s*\|\s*\(?\s*[\w.[\]()]{1,40}\s*&\s*(?:0x0?)?1\b|\(\s*[\w.[\]]{1,40}\s*&\s*(?:0x0?)?1\s*\)\s*<<|(?:"|')(?:"|')\.join\([^\n]{0,60}&\s*(?:0x0?)?1\b/;

const SOURCES: Readonly<Partial<Record<Language, RegExp>>> = {
  ruby: new RegExp(`${DECODERS.source}|${LOW_BITS.source}`),
  perl: DECODERS,
  php: DECODERS,
  python: LOW_BITS,
};

const RUNS: Readonly<Partial<Record<Language, string>>> = {
  ruby: String.raw`\b(?:instance_eval|class_eval|module_eval|instance_exec|eval)\b\s*\(?\s*`,
  perl: String.raw`\beval\b\s*\(?\s*\$`,
  php: String.raw`\b(?:eval|assert)\s*\(\s*(?:["']\?>["']\s*\.\s*)?\$`,
  python: String.raw`\bexec\(\s*(?:compile\(\s*)?`,
};

/** A text that lies where nobody reads, in an encoding or in the bits of a picture, is run. */
export function unseenRuns(text: string, lang: Language): Found[] {
  const [source, runs] = [SOURCES[lang], RUNS[lang]];
  if (source === undefined || runs === undefined || !new RegExp(runs).test(text)) return [];
  const names = heldNames(text, source);
  if (names.size === 0) return [];
  return found(text, new RegExp(String.raw`${runs}(?:${[...names].join('|')})\b(?!\s*(?:\{|do\b))`, 'g'));
}

const found = (text: string, shape: RegExp): Found[] =>
  [...text.matchAll(shape)].map((match) => ({
    harm: 'codes-run',
    start: match.index,
    end: match.index + match[0].length,
  }));

const PERL_FETCHES = /\bHTTP::Tiny\b|\bLWP::|\bgetstore\s*\(|\bMojo::UserAgent\b/;
/** Two words: the second may say to start a program (`name |`). */
const OPENED = /\bopen\s*\(?\s*(?:my\s+)?[$\w]{1,40}\s*,\s*\$(\w{1,40})\s*(?:\)|;|\bor\b|\|\||\bdie\b)/g;

/** A name out of a text that was fetched, opened by two words: a name with a pipe is a program that is started. */
export function openedPrograms(text: string, lang: Language): Found[] {
  if (lang !== 'perl' || !PERL_FETCHES.test(text) || !/["']https?:/.test(text)) return [];
  const names = heldNames(text, /<\$\w+>|->\{content\}|->decoded_content|\bget\s*\(\s*["'$]/);
  return [...text.matchAll(OPENED)]
    .filter(([, name = '']) => /^[1-9]$/.test(name) || names.has(name))
    .map(({ index, 0: words }) => ({ harm: 'codes-run', start: index, end: index + words.length }));
}

/** What a visitor sends, by the objects that frameworks hand over. */
const ASKED =
  /\$(\w{1,40})\s*=\s*[^;\n]{0,40}(?:->get_param\(|->get_query_params\(|\brequest\(\)->(?:input|query|get)\(|\$request->(?:input|query|get|post)\b|->query->get\(|->request->get\(|->getParam\(|->getQueryParams\()/g;
const CALLS_FIRST = 'array_map|call_user_func(?:_array)?|register_shutdown_function|forward_static_call';

/** `array_map($req->get_param('how'), …)`: a visitor says which function is called. */
export function askedCalls(text: string, lang: Language): Found[] {
  if (lang !== 'php') return [];
  const names = [...text.matchAll(ASKED)].map(([, name = '']) => name).filter((name) => !isChosen(text, name));
  const held = names.length === 0 ? '' : String.raw`|\$(?:${names.join('|')})\b\s*[,)]`;
  const called = new RegExp(String.raw`\b(?:${CALLS_FIRST})\s*\(\s*(?:\$\w{1,40}->get_param\(${held})`, 'g');
  const variable =
    names.length === 0
      ? []
      : [...text.matchAll(new RegExp(String.raw`(?:^|[^\w>:$])\$(?:${names.join('|')})\s*\(`, 'g'))];
  return [...text.matchAll(called), ...variable].map(({ index, 0: words }) => ({
    harm: 'door',
    start: index,
    end: index + words.length,
  }));
}

/** One of a list that is written here is no stranger's word. */
const isChosen = (text: string, name: string): boolean =>
  new RegExp(
    String.raw`in_array\(\s*\$${name}\b|(?:isset|array_key_exists)\([^)\n]{0,60}\$${name}\b|match\s*\(\s*\$${name}\b|switch\s*\(\s*\$${name}\b`,
  ).test(text);
