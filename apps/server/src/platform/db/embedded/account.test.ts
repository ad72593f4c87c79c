import { describe, expect, it } from 'vitest';
import { findDedicated, findNobodyAccount } from './account.ts';

describe('findNobodyAccount', () => {
  it('reads the uid and gid of this system', () => {
    const passwd = 'root:x:0:0:root:/root:/bin/sh\nnobody:x:99:98:Nobody:/:/sbin/nologin\n';

    expect(findNobodyAccount(passwd)).toEqual({ uid: 99, gid: 98 });
  });

  it('returns the usual uid when the account is not listed', () => {
    expect(findNobodyAccount('nobody2:x:7:7::/:\n')).toEqual({ uid: 65_534, gid: 65_534 });
  });
});

describe('findDedicated', () => {
  it('is the account that the operator created for it', () => {
    expect(findDedicated('assay:x:990:989::/:\n', '/data')).toEqual({ uid: 990, gid: 989 });
  });

  it('is otherwise a uid without an account, the same for the same cluster and different for most others', () => {
    const free = findDedicated('', '/data/one');
    const other = findDedicated(`someone:x:${free.uid}:1::/:\n`, '/data/one');

    expect(findDedicated('', '/data/one')).toEqual(free);
    expect(free.uid).toBeGreaterThanOrEqual(61_184);
    expect(other.uid).not.toBe(free.uid);
    expect(findDedicated('', '/data/two')).not.toEqual(free);
  });
});
