import { z } from 'zod';

const added = z.string().optional();

/** Headers that proxies, load balancers and tunnels add to a forwarded request. */
const forwarded = {
  forwarded: added,
  via: added,
  'x-forwarded': added,
  'x-forwarded-for': added,
  'x-forwarded-host': added,
  'x-forwarded-port': added,
  'x-forwarded-proto': added,
  'x-forwarded-scheme': added,
  'x-forwarded-server': added,
  'x-forwarded-prefix': added,
  'x-forwarded-by': added,
  'x-forwarded-ssl': added,
  'x-forwarded-uri': added,
  'x-original-forwarded-for': added,
  'x-original-host': added,
  'x-original-for': added,
  'forwarded-for': added,
  'x-real-ip': added,
  'x-client-ip': added,
  'x-cluster-client-ip': added,
  'x-envoy-external-address': added,
  'x-azure-clientip': added,
  'x-appengine-user-ip': added,
  'true-client-ip': added,
  'client-ip': added,
  'fastly-client-ip': added,
  'fly-client-ip': added,
  'cf-connecting-ip': added,
  'cf-connecting-ipv6': added,
  'cf-ray': added,
  'cdn-loop': added,
};

/** For routes that answer only clients on this machine. */
export const LocalHeaders = z.object({ host: z.string().max(255).optional(), ...forwarded });
