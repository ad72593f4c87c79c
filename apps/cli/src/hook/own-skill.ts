/** The bundle digest of the skill that the plugin of Assay brings (`plugin/skills/check-skills`); the hook that comes with it lets it through. */
export const OWN_SKILL_SHA256 = '3abe741b6e4b946757deeadce40fdbb3243756fc195eb4a0321ef8f73077c252';
