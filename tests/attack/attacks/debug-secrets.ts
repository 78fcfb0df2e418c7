import { named, type Attack } from '../attack.ts'

const VALUE = 'correct-horse-battery'

export const debugSecrets = {
  name: 'secrets in the debug views',
  expected: 'hidden, hidden, refused',
  async run({ send }) {
    await send('POST', '/api/v1/namespaces/default/secrets', { body: named('debugged', { stringData: { a: VALUE } }) })
    const encoded = Buffer.from(VALUE).toString('base64')
    const shown = async (url: string): Promise<string> => {
      const { text } = await send('GET', url)
      return text.includes(VALUE) || text.includes(encoded) ? 'shown' : 'hidden'
    }
    const { status } = await send('GET', '/debug/history', { as: 'mallory' })
    return `${await shown('/debug/history')}, ${await shown('/debug/requests')}, ${status === 403 ? 'refused' : status}`
  },
} satisfies Attack
