import { describe, expect, it } from 'vitest';
import { findNobody } from './account.ts';

describe('findNobody', () => {
  it('reads the numbers of this system', () => {
    const passwd = 'root:x:0:0:root:/root:/bin/sh\nnobody:x:99:98:Nobody:/:/sbin/nologin\n';

    expect(findNobody(passwd)).toEqual({ uid: 99, gid: 98 });
  });

  it('uses the usual number where no such account is listed', () => {
    expect(findNobody('nobody2:x:7:7::/:\n')).toEqual({ uid: 65_534, gid: 65_534 });
  });
});
