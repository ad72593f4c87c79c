/** Words by which the system or a program of it asks for a password; whoever else uses them passes for it. */
const SYSTEM_PROMPT =
  /\[(?:sudo|doas)\]|\b(?:sudo|root|administrator|admin|login|unix|system|windows|mac|keychain|ldap|kerberos)(?:'s)? pass(?:word|code)|\bpassword for (?:root|\$|␀|\{|%|[\w.-]+@)|\benter passphrase for (?:key|secret)|\bpassphrase for key\b/i;

export const isSystemPrompt = (prompt: string): boolean => SYSTEM_PROMPT.test(prompt);

/** Programs that ask for a password themselves. */
const ASKS_PASSWORD =
  /^(?:sudo|su|doas|pkexec|passwd|login|ssh|scp|sftp|ssh-add|kinit|gpg2?|runas|mysql|psql|docker|vault)$/;

/** A program of that name, or a function that in the end calls the program whose name it has. */
export function takesPlaceOf(name: string, body: string): boolean {
  if (ASKS_PASSWORD.test(name)) return true;
  const plain = name.replace(/[^\w-]/g, '');
  return plain !== '' && new RegExp(`(?:\\b(?:command|builtin|exec|env)\\s+|\\\\|/bin/)${plain}(?![\\w-])`).test(body);
}
