/** Text with its syntax kind. */
type Token = readonly [text: string, kind?: string];
/** Quoted source, line by line. */
export type Lines = readonly (readonly Token[])[];
