import type { UrlValue } from '@assay/analysis/types';

/** The whole address of a chat, with the key that is part of it. */
const MAILBOX = /\/api\/webhooks\/\d{15,}\/[\w-]{40,}|\/services\/T\w{6,}\/B\w{6,}\/\w{20,}|\/bot\d{8,10}:AA[\w-]{33}/;

/** A chat that only whoever owns the key in the address reads. A key that the user gives is the user's own chat. */
export const isMailbox = ({ origin, url }: UrlValue): boolean => origin === 'chat-webhook' && MAILBOX.test(url);
