import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ORIGINS, type Pair, readPairs } from '@assay/contract-review/testing';
import { LIBRARY, readLibraryContracts } from './library-contracts.ts';
import { readIndependentSuites, readProductSuite, type SuiteSample } from './suite-files.ts';

const CONTRACT_SUITES = new Map(ORIGINS.map((origin) => [`contracts-${origin}`, origin]));

/** One suite by its name: skills by independent authors, `apis…`, `tools…`, or contracts: pairs, or those of a library. `none` is empty. */
export function readNamedSuite(name: string): SuiteSample[] {
  if (name === 'none') return [];
  if (name === LIBRARY) return readLibraryContracts();
  if (CONTRACT_SUITES.has(name))
    return readPairs()
      .filter(({ origin }) => origin === CONTRACT_SUITES.get(name))
      .flatMap((pair) => toSamples(name, pair));
  const file = fileURLToPath(new URL(`./${name}.jsonl`, import.meta.url));
  if (/^(?:apis|tools)(?:-[a-z]+)?$/.test(name) && existsSync(file))
    return readProductSuite(file, name.startsWith('apis') ? 'API' : 'TOOL');
  const found = readIndependentSuites().filter(({ suite }) => suite === name);
  if (found.length === 0) throw new Error(`There is no suite ${name} in bench/eval/suites.`);
  return found;
}

/** Both halves of a pair; `places` are the lines of the flaw, or of what mends it. */
function toSamples(suite: string, { ruleId, name, vulnerable, fixed, lines, fixedLines, change }: Pair): SuiteSample[] {
  const toSample = (label: SuiteSample['label'], text: string, places: readonly number[]): SuiteSample => {
    const bytes = new TextEncoder().encode(text);
    const cluster = `${ruleId}-${name}`;
    return {
      id: `${suite}/${cluster}-${label}`,
      label,
      category: ruleId,
      suite,
      channel: 'code',
      campaign: suite,
      source: 'independent',
      repository: 'independent',
      cluster,
      bytes: bytes.length,
      isWeak: false,
      places,
      change,
      load: () => ({
        productType: 'CONTRACT',
        files: [{ path: 'Contract.sol', bytes }],
        source: { url: 'local:', ref: '' },
      }),
    };
  };
  return [toSample('malicious', vulnerable, lines), toSample('benign', fixed, fixedLines)];
}
