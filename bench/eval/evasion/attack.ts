import type { BundleFile } from '@assay/audit';

const FORMS = ['shell', 'python', 'javascript', 'prose'] as const;
export type Form = (typeof FORMS)[number];

/** One attack in its plain form: a command, a program or a sentence. */
export type Attack = { readonly id: string; readonly group: string; readonly form: Form; readonly payload: string };

/** A way to dress an attack. `variant` picks among dresses of the same kind, so that a row does not test one spelling only. */
export type Transformation = {
  readonly id: string;
  readonly title: string;
  readonly apply: (attack: Attack, variant: number) => readonly BundleFile[];
};

/** One dress per form; a transformation is a table of these. */
type Dresses = Readonly<Record<Form, (payload: string, variant: number) => readonly BundleFile[]>>;

export const dress = (id: string, title: string, dresses: Dresses): Transformation => ({
  id,
  title,
  apply: ({ form, payload }, variant) => dresses[form](payload, variant),
});

/** The variants of a dress, taken in turn. */
export function pick<Choice>(choices: readonly [Choice, ...Choice[]], variant: number): Choice {
  return choices[variant % choices.length] ?? choices[0];
}
