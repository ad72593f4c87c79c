import { VARIANTS, type Variant } from '@assay/analysis/runs/observation';

/**
 * Words with which shell code checks its environment. The whole text is searched, including quotes, which causes at
 * most extra runs: a unit without any of these words behaves the same in every environment.
 */
const LOOKS: Record<Exclude<Variant, 'base'>, RegExp> = {
  clock: /date|time|seconds|epoch|clock|calendar|year|month|\bday|\bcal\b|\)T/i,
  user: /user|who|(?<![.\w/-])id\b|logname|HOME|host|uname|UID|root|groups|passwd|pwd/i,
  ci: /\bCI\b|GITHUB|GITLAB|JENKINS|BUILD|TRAVIS|CIRCLE|RUNNER|\benv\b|printenv|\bset\b|declare|typeset|compgen|export -p/,
  platform: /uname|type|darwin|linux|\bmac|\bif\b|\bcase\b|\|\||&&|which|command|hash|sw_vers|arch/i,
};

/** Code that runs other code, whose checks are not visible here. */
const RUNS_MORE =
  /\b(?:eval|source|exec|bash|sh|zsh|dash|ksh|fish|base64|xxd|openssl|rev|python\d?|node|perl|awk)\b|\.sh\b|\.\/|\$\{!|^\s*\.\s|^\s*[\w.~$-]*\/\S/m;

/** The environments in which shell code might behave differently. */
export function looksOf(code: string): ReadonlySet<Variant> {
  if (RUNS_MORE.test(code)) return new Set(VARIANTS);
  return new Set(VARIANTS.filter((variant) => variant === 'base' || LOOKS[variant].test(code)));
}
