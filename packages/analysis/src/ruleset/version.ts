/** Inputs of a verdict besides the bundle. Change one of these whenever the behaviour changes. */
export const ENGINE_VERSION = '0.1.0';
export const UNICODE_TABLES = '16.0';
export const RULESET_VERSION = '2026.11';
