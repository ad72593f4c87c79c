import { issuerAt } from '../models/names/issuer.ts';
import { toUrlValue } from '../models/origins/origin.ts';
import type { Unit } from '../types/index.ts';
import type { Analysis } from './analysis.ts';

/** A machine with a name of its own, out of the user's network: no placeholder, no proxy of a company. */
const FOREIGN = String.raw`(\w+:\/\/(?:[^\s/@"']{1,200}@)?(?!localhost|127\.|10\.|192\.168\.|172\.|0\.0\.0\.0|[$<{%[]|[\w-]+[:/"'\s]|proxy\.|[\w.-]*\.(?:corp|local|lan|internal|intranet|test|invalid)(?::|\/|$))[\w-]+\.[\w.-]+)`;

/**
 * Settings that lead the traffic of other programs through a machine: variables and the files of settings of curl, wget, git, npm,
 * pip and editors, in whatever language they are set.
 */
const LED = [
  String.raw`\b(?:https?|all)_proxy["'\]]{0,3}\s*[=:,]\s*["']?${FOREIGN}`,
  String.raw`^[ \t]*(?:https?-?)?proxy\s*[=: ]\s*["']?${FOREIGN}`,
  String.raw`"https?\.proxy"\s*:\s*"${FOREIGN}`,
  String.raw`\bhttps?(?:\.\S{1,200})?\.proxy["']?[=, ]\s*["']?${FOREIGN}`,
  String.raw`\[url\s+"${FOREIGN}[^"\n]*"\][^[]{0,300}?\binsteadOf\s*=\s*["']?(?:https?:|git@|git:|ssh:)`,
  String.raw`\burl\.["']?${FOREIGN}[^\s"']*["']?\.insteadOf\b`,
].map((shape) => new RegExp(shape, 'gim'));

/** Settings by which the same programs no longer ask who answers. */
const UNCHECKED =
  /\bNODE_TLS_REJECT_UNAUTHORIZED["'\]]{0,3}\s*[=:,]\s*["']?0|\bPYTHONHTTPSVERIFY["'\]]{0,3}\s*[=:,]\s*["']?0|\bGIT_SSL_NO_VERIFY["'\]]{0,3}\s*[=:,]\s*["']?(?:1|true)|\bsslVerify["']?[=\s,]+["']?(?:false|0|off)|\bstrict[-_]ssl["'\]]{0,3}\s*[=:, ]\s*["']?false|\benableStrictSsl:\s*false|\bproxyStrictSSL"?\s*:\s*false|^[ \t]*-{0,2}(?:proxy-)?insecure\s*$|^[ \t]*check_certificate\s*=\s*(?:off|no)|^[ \t]*ssl_verify\s*[:=]\s*(?:false|no)|^[ \t]*trusted-host\s*=/im;

const PROSE = /\.(?:mdx?|markdown|txt|rst|adoc)$/i;
const COMMENT = /^[ \t]*(?:#|;|\/\/).*$/gm;
const TEXT_MAX = 262_144;
const FOUND_MAX = 4;

/** All traffic is led through a stranger, and nobody checks who answers: the stranger reads and rewrites it. */
export function recordRelays(analysis: Analysis, unit: Unit): void {
  const { view, start, end } = unit.span;
  if (unit.lang === 'markdown' || PROSE.test(unit.file)) return;
  const text = view.text.slice(start, Math.min(end, start + TEXT_MAX));
  if (!UNCHECKED.test(text)) return;
  const lines = text.replace(COMMENT, (comment) => ' '.repeat(comment.length));
  if (!UNCHECKED.test(lines)) return;
  const found = LED.flatMap((shape) => [...lines.matchAll(shape)]).filter(({ 1: address = '' }) => {
    const host = toUrlValue(address)?.host ?? '';
    return host !== '' && issuerAt(host) === undefined && !analysis.about.declaredHosts.has(host);
  });
  for (const { index, 0: words } of found.slice(0, FOUND_MAX))
    analysis.recorder.add('shape', { harm: 'relay', text: words.slice(0, 160) }, unit, {
      view,
      start: start + index,
      end: start + index + words.length,
    });
}
