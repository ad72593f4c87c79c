import { z } from 'zod';
import { LoginCode } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { LoginResult } from '../wire/developer.ts';
import {
  DeviceDecision,
  DeviceLogin,
  DeviceLoginRequest,
  DeviceTokenRequest,
  WaitingDevice,
} from '../wire/device-login.ts';

const open = {
  method: 'POST',
  plane: 'developer',
  access: 'none',
  rate: 'auth',
  cache: 'private',
  bodyLimit: 'small',
  strictBody: true,
} as const;
const own = { plane: 'developer', access: 'dev', rate: 'auth', cache: 'private' } as const;

/** Login of a program without a browser: a person approves it in a browser (after RFC 8628). */
export const deviceLoginRoutes = {
  startDeviceLogin: {
    ...open,
    path: '/api/v1/certsvc/dev/login/device',
    answersSecret: true,
    summary: 'Start a device login that is approved in a browser',
    description:
      'Show `userCode` and open `verificationUri`. Then poll for the token every `intervalSeconds` until the user has ' +
      'decided or ten minutes have passed.',
    body: DeviceLoginRequest,
    status: 201,
    answer: DeviceLogin,
    errors: [],
  },
  collectDeviceLogin: {
    ...open,
    path: '/api/v1/certsvc/dev/login/device/token',
    answersSecret: true,
    summary: 'Get the token of an approved device login',
    description:
      'The token is returned only once. Returns 409 `login_pending` until the user has decided, and 401 `code_invalid` if the user rejected the login.',
    body: DeviceTokenRequest,
    status: 200,
    answer: LoginResult,
    errors: ['login_pending', 'code_invalid', 'code_expired'],
  },
  readDeviceLogin: {
    ...own,
    method: 'GET',
    // Not a path of the open call: pages of other origins may call that one, but never this one.
    path: '/api/v1/certsvc/dev/login/device/waiting',
    summary: 'Get the pending device login with this code',
    query: z.object({ userCode: LoginCode }),
    status: 200,
    answer: WaitingDevice,
    errors: ['code_expired'],
  },
  decideDeviceLogin: {
    ...own,
    method: 'POST',
    path: '/api/v1/certsvc/dev/login/device/decision',
    summary: 'Approve or deny a device login',
    description:
      'Before you approve, compare the code with the one that the program shows: the program will act as you.',
    body: DeviceDecision,
    bodyLimit: 'small',
    strictBody: true,
    status: 204,
    answer: z.void(),
    errors: ['code_expired'],
  },
} as const satisfies RouteTable;
