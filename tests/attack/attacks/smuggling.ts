import type { Attack } from '../attack.ts'

export const smuggling = {
  name: 'two lengths of one body',
  expected: 'HTTP/1.1 400',
  async run({ raw }) {
    const head =
      'POST /api/v1/namespaces HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n'
    return (await raw(`${head}0\r\n\r\nGET /api/v1/secrets HTTP/1.1\r\n\r\n`)).slice(0, 12)
  },
} satisfies Attack
