import { javascript } from '@codemirror/lang-javascript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serverCluster, type ServerCluster } from '../cluster/server-cluster.fixture.ts'
import { typeSource } from './handler-completion.ts'
import { handlerFaults } from './handler-faults.ts'
import { knowledgeOf } from './knowledge.ts'

let cluster: ServerCluster
beforeAll(async () => void (cluster = await serverCluster('k8s')))
afterAll(() => cluster.close())

const { language } = javascript({ typescript: true })

/** The marked words and their messages. */
async function marked(body: string): Promise<readonly (readonly [string, string])[]> {
  const text = `export default { kind: 'controller', serviceAccount: 'default/a', watch: 'apps/v1/deployments',
  async reconcile({ object, ...request }, { get }) {
    ${body}
  } }`
  const source = typeSource(cluster.handle, knowledgeOf(cluster.handle))
  const faults = await handlerFaults(text, language.parser.parse(text), source)
  return faults.map(({ from, to, message }) => [text.slice(from, to), message])
}

it('marks a field that the API does not have', async () => {
  expect(await marked('if (object.spec.replcas > 1) return')).toEqual([
    ['replcas', 'The API has no field replcas in object.spec.'],
  ])
  expect(await marked('return object?.spec.template.spec.containers[0].imag')).toEqual([
    ['imag', 'The API has no field imag in object?.spec.template.spec.containers[0].'],
  ])
})

it.each([
  'return object.spec.replicas',
  'return object.metadata.labels?.anything',
  'return object.spec.template.spec.containers.map((one) => one.image).length',
  "return 'object.spec.replcas' // object.spec.replcas",
  'return request.namespace',
  "const map = await get('v1/configmaps', 'a')\n return map.data.anything",
  "const map = await get('v1/configmaps', 'a')\n function other() { const map = new Map(); return map.size }",
])('marks nothing in %j', async (body) => {
  expect(await marked(body)).toEqual([])
})

it('marks a syntax error, and only that', async () => {
  expect(await marked('return object.spec.replcas +')).toMatchObject([[expect.any(String), 'This is a syntax error.']])
})
