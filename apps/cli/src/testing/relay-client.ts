/** `node relay-client.ts SOCKET WORD...`: has a test worker run the command, see `assay-relay.ts`, and ends like it. */
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';

const [socket = '', ...args] = process.argv.slice(2);
const relay = connect(socket);
relay.end(JSON.stringify({ args, cwd: process.cwd(), env: process.env }));
const { code, stdout, stderr } = (await json(relay)) as { code: number; stdout: string; stderr: string };
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
