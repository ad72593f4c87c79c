/** The bundle digest of the skill in Assay's own plugin (`plugin/skills/check-skills`). The hook in that plugin allows it. */
export const OWN_SKILL_SHA256 = '3abe741b6e4b946757deeadce40fdbb3243756fc195eb4a0321ef8f73077c252';
