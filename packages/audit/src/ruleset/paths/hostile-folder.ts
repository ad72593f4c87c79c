/** `test-malicious-skill/`: the folder is called what is in it. Who wants to be taken for harmless calls nothing that. */
const HOSTILE_FOLDER =
  /(?:^|\/)(?:[\w-]+[-_])?(?:malicious|vulnerable|hostile|evil|infected|unsafe)[-_](?:skills?|samples?|examples?|plugins?|packages?|fixtures?)\//i;

export const isHostileFolder = (path: string): boolean => HOSTILE_FOLDER.test(path);
