/** The reference: a node:http server that sends fixed bytes, including headers, and does nothing else. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { headers, body } = JSON.parse(readFileSync(process.env.ANSWER ?? '', 'utf8')) as {
  headers: string[];
  body: string;
};

createServer((_request, response) => {
  response.writeHead(200, headers).end(body, 'latin1');
}).listen(Number(process.env.PORT), '127.0.0.1');
