/** Operator sign-in through the organisation's provider (OpenID Connect), in addition to operator keys. */
import { z } from 'zod';
import { Link } from './common.ts';

/** Longer than the callback URL of any provider. */
const CALLBACK_MAX = 8_192;
const FLOW_MAX = 1_024;

export const OperatorSignIn = z.object({ isConfigured: z.boolean() }).meta({ id: 'OperatorSignIn' });

export const StartedSignIn = z
  .object({
    url: Link.describe('Address of the provider to open in the browser.'),
    flow: z.string().describe('Sealed by the service: send it back with the callback.'),
  })
  .meta({ id: 'StartedSignIn' });
export type StartedSignIn = z.infer<typeof StartedSignIn>;

export const FinishSignIn = z
  .strictObject({
    flow: z.string().min(1).max(FLOW_MAX),
    callback: z
      .string()
      .min(1)
      .max(CALLBACK_MAX)
      .describe('Query string of the URL to which the provider redirected the browser.'),
  })
  .meta({ id: 'FinishSignIn' });
export type FinishSignIn = z.infer<typeof FinishSignIn>;
