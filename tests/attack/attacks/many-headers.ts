import type { Attack } from '../attack.ts'

/** Node limits the number of headers; an impersonation header beyond the limit must not be dropped. */
export const manyHeaders = {
  name: 'impersonation behind 2,500 headers',
  expected: 'not as the administrator',
  async run({ raw }) {
    const filler = 'a:1\r\n'.repeat(2500)
    const head = 'GET /api/v1/secrets HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
    const line = await raw(`${head}Authorization: Bearer admin-token\r\n${filler}Impersonate-User: mallory\r\n\r\n`)
    // 431 for the list, or 403 for mallory.
    return line.startsWith('HTTP/1.1 4') ? 'not as the administrator' : line
  },
} satisfies Attack
