import { DEFINITIONS, named, refused, type Attack } from '../attack.ts'

/** A pattern whose program has 24,000 instructions, nearly the maximum of a schema, on 50 KB. */
export const heavyPatterns = {
  name: 'a custom pattern of 24,000 instructions',
  expected: 'refused',
  async run({ send }) {
    const pattern = `^${'(.{0,1000})?'.repeat(12)}$`
    const properties = { text: { type: 'string', pattern } }
    const versions = [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties } } },
    ]
    const names = { plural: 'patterned', kind: 'Patterned' }
    const spec = { group: 'attack.example', scope: 'Namespaced', names, versions }
    const definition = named('patterned.attack.example', { spec })
    await send('POST', DEFINITIONS, {
      body: { ...definition, apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
    })
    const url = '/apis/attack.example/v1/namespaces/default/patterned'
    const object = named('a', { apiVersion: 'attack.example/v1', kind: 'Patterned', text: 'a'.repeat(50_000) })
    for (let tries = 0; tries < 100; tries++) {
      const answer = await send('POST', url, { body: object })
      if (answer.status !== 404) return refused(answer)
      await new Promise((resolve) => void setTimeout(resolve, 50))
    }
    return 'never served'
  },
} satisfies Attack
