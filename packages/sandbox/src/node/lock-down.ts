import { createHash } from 'node:crypto';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { flushCompileCache, registerHooks } from 'node:module';
import net from 'node:net';

/** The clock and random numbers for everything in this process, including engines. */
export type VirtualTime = { use(clock: { nowMs: number }, seed: string): void };

/** Replaces the process's clock and random numbers. Call it before the engines load, because they keep references. */
export function installVirtualTime(): VirtualTime {
  let clock = { nowMs: Date.UTC(2026, 0, 1) };
  let state = 1;
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [clock.nowMs] : args, self),
    apply: () => new RealDate(clock.nowMs).toString(),
    get: (target, key) => (key === 'now' ? () => clock.nowMs : Reflect.get(target, key)),
  });
  Math.random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  return {
    use(next, seed) {
      clock = next;
      state = createHash('sha256').update(seed).digest().readUInt32BE(0);
    },
  };
}

const NETWORK_MODULES =
  /^(?:node:)?(?:net|tls|http|https|http2|dgram|dns|dns\/promises|inspector|inspector\/promises|cluster|child_process|worker_threads|vm|repl)$/;

/**
 * The only way for code of an image to load Node modules. The image builder puts it before all other code
 * (`image/build.ts`).
 */
export type ImageDoors = { close(): void };
const IMAGE_DOORS = '__assayDoors';

export const IMAGE_PRELUDE = `require = ((load, doors) => {
  globalThis.${IMAGE_DOORS} = doors;
  return (name) => {
    if (doors.refused !== undefined && doors.refused.test(name)) throw new Error('this process loads no such module');
    return load(name);
  };
})(require, { refused: undefined });
`;

export function takeImageDoors(): ImageDoors {
  const doors: unknown = Reflect.get(globalThis, IMAGE_DOORS);
  if (typeof doors !== 'object' || doors === null) throw new Error('an image without doors');
  Reflect.deleteProperty(globalThis, IMAGE_DOORS);
  return { close: () => void Object.assign(doors, { refused: NETWORK_MODULES }) };
}

/** Call before the engines load: some access these globals, which loads Node's whole HTTP client. */
export function removeWebGlobals(): void {
  const names = 'fetch WebSocket EventSource FormData Headers Request Response MessageEvent CloseEvent'.split(' ');
  for (const name of names) Reflect.deleteProperty(globalThis, name);
}

/**
 * Removes what the permission flags allow: sockets, DNS lookups and write permission. This is the second barrier. The
 * first is that no engine gives its code access to this process.
 */
export function closeDoors(): void {
  const refuse = (): never => {
    throw new Error('this process has no network');
  };
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.Socket.prototype.send = refuse;
  dgram.Socket.prototype.bind = refuse;
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveTxt'] as const)
    Object.assign(dns, { [name]: refuse });
  registerHooks({
    resolve(specifier, context, next) {
      if (NETWORK_MODULES.test(specifier)) throw new Error('this process loads no such module');
      return next(specifier, context);
    },
  });
  dropWritePermission();
  for (const name of ['getBuiltinModule', 'binding', 'dlopen', 'kill']) Object.assign(process, { [name]: refuse });
}

/** Write permission exists only for the cache of compiled engines. From here on, this process cannot change any file. */
export function dropWritePermission(): void {
  flushCompileCache();
  const { permission } = process;
  if ('drop' in permission && typeof permission.drop === 'function') permission.drop('fs.write');
  if (permission.has('fs.write')) throw new Error('the sandbox process may still write');
}
