/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '59dd5191d7676de42490bbea958c28c75c56d57cbb0d639fcf358c4ec4b8fc73';
