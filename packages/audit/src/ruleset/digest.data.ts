/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'cf5c14604a9e5552f3f72369784312af297772d4a7862debd9231a9215da62a5';
