/** What a skill says, and the files beside it if it needs any. */
export type Saying = string | { readonly text: string; readonly files: Readonly<Record<string, string>> };

/** An attack, and a harmless text of the same shape that must stay quiet. */
export type Pair = readonly [attack: Saying, twin: Saying];

export type Technique = { readonly name: string; readonly pairs: readonly Pair[] };
