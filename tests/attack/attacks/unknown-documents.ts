import type { Attack } from '../attack.ts'

export const unknownDocuments = {
  name: 'documents that are not there',
  expected: '404, 404, 404',
  async run({ send }) {
    const urls = ['/openapi/v3/foo', '/openapi/v3/apis/constructor', '/apis/__proto__/v1']
    const answers = await Promise.all(urls.map((url) => send('GET', url)))
    return answers.map(({ status }) => status).join(', ')
  },
} satisfies Attack
