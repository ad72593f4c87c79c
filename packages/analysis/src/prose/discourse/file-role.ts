import { isHostileFolder, isKeptSample } from '../../models/paths/sample-folders.ts';
import type { Reach } from '../../types/index.ts';
import { type Evidence, isFixture } from './evidence.ts';

const FIXTURE_FOLDER =
  /(?:^|\/)(?:tests?|__tests__|spec|specs|evals?|evaluations?|fixtures?|testdata|test-data|test_data|test-cases|test-skills|benchmarks?|corpus|corpora|samples?|mocks?|__mocks__|golden|snapshots?)\//i;
const FIXTURE_NAME =
  /(?:\.(?:test|spec)\.[a-z]+|(?:^|\/)test[-_][\w.-]+\.(?:py|sh|bash|[cm]?js|ts)|_test\.(?:py|go|rb)|\.(?:yar|yara|sigma\.ya?ml)|(?:^|\/)evals?\.(?:json|jsonl|ya?ml|md))$/i;
export const isFixturePath = (path: string): boolean =>
  FIXTURE_FOLDER.test(path) || isKeptSample(path) || FIXTURE_NAME.test(path);

/**
 * Evidence from the path of a file, used only while nothing runs or reads the file. Unreachability is a second signal
 * for data, and for programs in a folder that is named after attacks. For other programs it is not, because a list
 * cannot cover all ways to run a program.
 */
export function roleEvidence(path: string, reach: Reach, isProgram = false): Evidence[] {
  const isUnused = reach === 'none' || reach === 'linked';
  if (isUnused && isFixturePath(path)) {
    const found = [isFixture('structure', 'path of test or sample data')];
    if (reach === 'none' && (!isProgram || isHostileFolder(path)))
      found.push(isFixture('code-form', 'nothing reaches the file'));
    return found;
  }
  return [];
}
