import type { Attack, Target } from '../attack.ts'

const MALLORY = 'Authorization: Bearer mallory-token\r\n'
const CLOSE = 'Connection: close\r\n\r\n'
const SECRETS = 'GET /api/v1/secrets HTTP/1.1\r\nHost: localhost\r\n'
const CHUNKED =
  'POST /api/v1/namespaces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n'
const ADMIN = 'Authorization: Bearer admin-token\r\n'
/** Above Node's limit of 16 KB for the extensions of one body. */
const LONG = 'x'.repeat(200_000)

/** The status of the answer to a message, which is sent without any change. */
const statusOf = async ({ raw }: Target, message: string): Promise<string> => (await raw(message)).slice(9, 12)

const message = (name: string, expected: string, ...messages: readonly string[]): Attack => ({
  name: `odd messages: ${name}`,
  expected,
  async run(target) {
    const statuses = new Set<string>()
    for (const text of messages) statuses.add(await statusOf(target, text))
    return [...statuses].join(', ')
  },
})

/** Messages that programs between a client and the server read in another way than the server. */
export const oddMessages: readonly Attack[] = [
  message(
    'a token and a user in trailers',
    '403',
    `${CHUNKED}${CLOSE}2\r\n{}\r\n0\r\n${ADMIN}Impersonate-User: admin\r\n\r\n`,
  ),
  message('a second token', '403', `${SECRETS}${MALLORY}${ADMIN}${CLOSE}`),
  message('a folded token', '400', `${SECRETS}Authorization: Bearer\r\n admin-token\r\n${CLOSE}`),
  message(
    'long and cut chunk extensions',
    '400',
    `${CHUNKED}${MALLORY}${CLOSE}2;a=${LONG}\r\n{}\r\n0\r\n\r\n`,
    `${CHUNKED}${CLOSE}2;a\n{}\r\n0\r\n\r\n`,
  ),
  message('20,000 trailers', '403', `${CHUNKED}${MALLORY}${CLOSE}2\r\n{}\r\n0\r\n${'a: b\r\n'.repeat(20_000)}\r\n`),
  message(
    'lengths that are no numbers',
    '400',
    ...['+2', '2, 2', '0x2', '99999999999999999999'].map(
      (length) =>
        `POST /api/v1/namespaces HTTP/1.1\r\nHost: localhost\r\n${MALLORY}Content-Length: ${length}\r\n${CLOSE}{}`,
    ),
  ),
  message(
    'unknown encodings of a body',
    '400',
    ...['xchunked', 'chunked, identity'].map(
      (encoding) => `POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: ${encoding}\r\n${CLOSE}0\r\n\r\n`,
    ),
  ),
  message(
    'an absolute address with a foreign Host',
    '421',
    `GET http://localhost/version HTTP/1.1\r\nHost: evil.example\r\n${CLOSE}`,
  ),
  message(
    'two hosts, and none',
    '400',
    `GET /version HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n${CLOSE}`,
    `GET /version HTTP/1.1\r\n${CLOSE}`,
  ),
  message(
    'a tunnel, and a trace of the message',
    '403',
    `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: localhost\r\n${MALLORY}\r\n`,
    `TRACE / HTTP/1.1\r\nHost: localhost\r\n${MALLORY}${CLOSE}`,
  ),
  message('the start of HTTP/2', '400', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  message(
    'a line feed in a path',
    '403',
    `GET /version%0d%0aX-Injected:%20a HTTP/1.1\r\nHost: localhost\r\n${MALLORY}${CLOSE}`,
  ),
]
