/** The one file that reads the environment. */
export type Config = { readonly isColourForbidden: boolean };

/** no-color.org: present and not empty means no colour, whatever the value. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => ({
  isColourForbidden: (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb',
});
