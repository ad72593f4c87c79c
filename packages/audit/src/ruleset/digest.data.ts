/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '182ef27ab84e43b9a85fda176c0bba824b0e0b3e3336eaa881154f6e5c632673';
