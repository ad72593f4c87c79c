import { isTestFile } from '@assay/analysis/models/paths/test-file';
import type { ToolFacts, ToolHit } from '../rule.ts';

/** Bound to every interface of the machine. */
const EVERYWHERE =
  /\b(?:host(?:name)?\s*[=:]\s*|listen\([^)\n]{0,60}|bind\(\s*\(?\s*|ListenAndServe\(\s*)["'`](?:0\.0\.0\.0|::|\[::\]|:\d+)(?::\d+)?["'`]/;
/** Somebody is asked who he is. */
const ASKED =
  /authori[sz]|\bauth\w*\s*[(=:.]|bearer|api_?key|\bjwt\b|verif\w*token|TokenVerifier|requireAuth|mtls|client_?cert/i;
/** Whoever answers is believed to be the one that was called. */
const UNPROVEN =
  /\brejectUnauthorized\s*:\s*false\b|\bverify\s*=\s*False\b|_create_unverified_context|\bInsecureSkipVerify\s*:\s*true\b|NODE_TLS_REJECT_UNAUTHORIZED|\bverify_ssl\s*=\s*False\b|\bcheck_hostname\s*=\s*False\b|\bssl\s*=\s*False\b|danger_accept_invalid_certs\(true\)/;

/** A server that answers everybody, or that believes anybody, by its source. */
export const openInSource = ({ sources }: ToolFacts): ToolHit[] => {
  const live = sources.filter(({ file }) => !isTestFile(file));
  const isGuarded = live.some(({ text }) => ASKED.test(text));
  return live.flatMap((view) => {
    const hit = (found: RegExpExecArray | null, note: string): ToolHit[] =>
      found === null
        ? []
        : [
            {
              at: { view, start: found.index, end: found.index + found[0].length },
              confidence: 'firm',
              severity: 'MEDIUM',
              note,
            },
          ];
    return [
      ...(isGuarded
        ? []
        : hit(EVERYWHERE.exec(view.text), 'It listens on every interface, and asks nobody who he is.')),
      ...hit(UNPROVEN.exec(view.text), 'It does not look who answers at the other end.'),
    ];
  });
};
