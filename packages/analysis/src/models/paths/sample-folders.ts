/**
 * `test-malicious-skill/`: the folder name announces hostile content. An attacker who wants to look harmless does not
 * use such a name.
 */
const HOSTILE_FOLDER =
  /(?:^|\/)(?:[\w-]+[-_])?(?:malicious|vulnerable|hostile|evil|infected|unsafe)[-_](?:skills?|samples?|examples?|plugins?|packages?|fixtures?)\/|(?:^|\/)(?:tests?|fixtures?|samples?|corpus)\/(?:[\w-]+\/)*(?:malicious|vulnerable|hostile|evil|unsafe)\//i;

export const isHostileFolder = (path: string): boolean => HOSTILE_FOLDER.test(path);

/** Test data and samples: no agent looks for skills there. */
export const isKeptSample = (path: string): boolean => isHostileFolder(path) || TEST_FIXTURES.test(path);
const TEST_FIXTURES =
  /(?:^|\/)(?:(?:tests?|__tests__|spec)\/fixtures?|test[-_]fixtures?)\/|(?:^|\/)tests?\/(?:fake|bad|evil|malicious|hostile|mal)[-_][\w-]+\//i;
