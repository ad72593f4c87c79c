/** Words by which the system or a program of it asks for a password; whoever else uses them passes for it. */
const SYSTEM_PROMPT =
  /\[(?:sudo|doas)\]|\b(?:sudo|unix|system|windows|mac(?:os|book)?|keychain)(?:'s)? pass(?:word|code)|\b(?:enter )?passphrase for key\b/i;

export const isSystemPrompt = (prompt: string): boolean => SYSTEM_PROMPT.test(prompt);

/** Programs of the system that ask for a password; nobody calls a function of their own like this. */
const ASKS_PASSWORD = /^(?:sudo|su|doas|pkexec|ssh|scp|sftp|ssh-add|kinit|gpg2?)$/;

/** A program of that name, or a function that in the end calls the program whose name it has. */
export function takesPlaceOf(name: string, body: string): boolean {
  if (ASKS_PASSWORD.test(name)) return true;
  const plain = name.replace(/[^\w-]/g, '');
  return plain !== '' && new RegExp(`(?:\\b(?:command|builtin|exec|env)\\s+|\\\\|/bin/)${plain}(?![\\w-])`).test(body);
}
