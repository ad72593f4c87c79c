/** Triggers, jobs and a runner: the shape of a workflow file, wherever it lies. */
export const isWorkflowText = (text: string): boolean =>
  /^(?:['"]?on['"]?|true):/m.test(text) && /^jobs:/m.test(text) && /^\s+runs-on:/m.test(text);
