import { afterAll, beforeAll, expect, it } from 'vitest'
import { serverCluster, type ServerCluster } from '../../cluster/server-cluster.fixture.ts'
import type { ClusterHandle } from '../../cluster/cluster.ts'
import { tryDefinition } from './definition-trial.ts'

let cluster: ServerCluster
beforeAll(async () => void (cluster = await serverCluster('k8s')))
afterAll(() => cluster.close())

const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ports.lab.example.com }
spec:
  group: lab.example.com
  names: { kind: Port, plural: ports, singular: port }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties: { name: { type: string, maxLength: 5 }, number: { type: integer } }
`

/** The cluster. A watch of definitions sends one event after the server has established the definition. */
const handle = {
  info: { dialect: 'k8s' },
  async fetch(path: string, init?: RequestInit): Promise<Response> {
    if (!path.includes('watch=true')) return cluster.handle.fetch(path, init)
    for (;;) {
      const read = await cluster.handle.fetch(`${path.split('?')[0]}/ports.lab.example.com`)
      const object = (await read.json()) as { status?: { conditions?: { type: string; status: string }[] } }
      const line = `${JSON.stringify({ type: 'MODIFIED', object })}\n`
      if (object.status?.conditions?.some(({ type, status }) => type === 'Established' && status === 'True'))
        return new Response(line)
      await new Promise((resolve) => setImmediate(resolve))
    }
  },
} as ClusterHandle

it('tolerates a fault of the stored object that an update does not change, but no other fault', async () => {
  const old = 'spec: { name: telephone, number: 80 }'
  const { faults, verdicts } = await tryDefinition(handle, definition, [
    { object: 'spec: { name: telephone, number: 81 }', old },
    { object: 'spec: { name: telegraph, number: 80 }', old },
    { object: 'spec: { name: telephone, number: 80 }', old: '' },
  ])
  expect(faults).toEqual([])
  expect(verdicts.map(({ isValid }) => isValid)).toEqual([true, false, false])
  expect(verdicts[0]?.tolerated.join()).toContain('spec.name')
  const left = await cluster.handle.fetch('/apis/lab.example.com/v1/namespaces/default/ports')
  expect((await left.json()) as { items: unknown[] }).toMatchObject({ items: [] })
})
