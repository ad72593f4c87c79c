/** What a verdict depends on besides the input. Changing behaviour means changing one of these. */
export const ENGINE_VERSION = '0.1.0';
export const UNICODE_TABLES = '16.0';
export const RULESET_VERSION = '2026.11';
