import { z } from 'zod';
import { DeviceCode, LoginCode } from '../ids.ts';
import { Label } from './auth.ts';
import { Count, Time } from './common.ts';

/** `label` tells the person which program asks for access, for example by machine name. */
export const DeviceLoginRequest = z.strictObject({ label: Label }).meta({ id: 'DeviceLoginRequest' });
export type DeviceLoginRequest = z.infer<typeof DeviceLoginRequest>;

export const DeviceLogin = z
  .object({
    deviceCode: DeviceCode.describe('Secret of the program, which exchanges it for the token.'),
    userCode: LoginCode.describe(
      'Show it to the user, who enters it in the browser or compares it with the code there.',
    ),
    verificationUri: z.url(),
    expiresAt: Time,
    intervalSeconds: Count.describe('Polling interval for the token.'),
  })
  .meta({ id: 'DeviceLogin' });
export type DeviceLogin = z.infer<typeof DeviceLogin>;

export const DeviceTokenRequest = z.strictObject({ deviceCode: DeviceCode }).meta({ id: 'DeviceTokenRequest' });

export const WaitingDevice = z
  .object({ userCode: LoginCode, label: z.string(), expiresAt: Time })
  .meta({ id: 'WaitingDevice' });
export type WaitingDevice = z.infer<typeof WaitingDevice>;

export const DeviceDecision = z
  .strictObject({ userCode: LoginCode, isApproved: z.boolean() })
  .meta({ id: 'DeviceDecision' });
export type DeviceDecision = z.infer<typeof DeviceDecision>;
