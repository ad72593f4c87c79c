/** `test-malicious-skill/`: the folder is called what is in it. Who wants to be taken for harmless calls nothing that. */
const HOSTILE_FOLDER =
  /(?:^|\/)(?:[\w-]+[-_])?(?:malicious|vulnerable|hostile|evil|infected|unsafe)[-_](?:skills?|samples?|examples?|plugins?|packages?|fixtures?)\/|(?:^|\/)(?:tests?|fixtures?|samples?|corpus)\/(?:[\w-]+\/)*(?:malicious|vulnerable|hostile|evil|unsafe)\//i;

export const isHostileFolder = (path: string): boolean => HOSTILE_FOLDER.test(path);

/** What tests are fed with, or the like: no agent looks for skills there. */
export const isKeptSample = (path: string): boolean => isHostileFolder(path) || TEST_FIXTURES.test(path);
const TEST_FIXTURES =
  /(?:^|\/)(?:(?:tests?|__tests__|spec)\/fixtures?|test[-_]fixtures?)\/|(?:^|\/)tests?\/(?:fake|bad|evil|malicious|hostile|mal)[-_][\w-]+\//i;
