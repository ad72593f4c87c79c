import { deviceLoginRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { DeviceLogins } from './device-logins.service.ts';

export const bindDeviceLoginRoutes = (devices: DeviceLogins) =>
  bindRoutes(deviceLoginRoutes, {
    startDeviceLogin: ({ body }) => devices.start(body),
    collectDeviceLogin: async ({ body }, { requestId }) => {
      const { token, expiresAt, account } = await devices.collect(body.deviceCode, requestId);
      return { token, tokenType: 'Bearer' as const, expiresAt: expiresAt.toISOString(), account };
    },
    readDeviceLogin: ({ query }) => devices.read(query.userCode),
    decideDeviceLogin: ({ body }, { caller, requestId }) => devices.decide(caller, body, requestId),
  });
