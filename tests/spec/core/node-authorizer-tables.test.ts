import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Authorizer } from '../../../worker/authorization/authorizer.ts'
import { nodeAuthorizer } from '../../../worker/authorization/node/node.ts'
import { openNodeGraph } from '../../../worker/authorization/node/node-graph.ts'
import { virtualClock } from '../../../worker/clock/virtual-clock.ts'
import { storedEncoding } from '../../../worker/codec/encode.ts'
import { dialects } from '../../../worker/dialect/dialect.ts'
import { memoryLog } from '../../../worker/store/persistence/memory-log.ts'
import { openStore } from '../../../worker/store/revisioned-store.ts'
import type { Store } from '../../../worker/store/store.ts'
import { constants } from './go-constants.ts'
import { functions } from './go-functions.ts'
import { evaluate, GoStruct, isGoMap } from './go-literals.ts'
import { rowsIn } from './rows.ts'

let store: Store
let authorizer: Pick<Authorizer, 'authorize'>

const put = (resource: string, namespace: string, name: string, content: ApiObject): Promise<unknown> => {
  const metadata = {
    name,
    namespace,
    uid: `${resource}-${namespace}-${name}`,
    creationTimestamp: '2019-06-01T10:00:00Z',
  }
  return store.put({ resource, namespace, name }, { ...content, metadata }, 0)
}

/** Stores two pods of each of two nodes, in one namespace each, with volumes and attachments, as the code of the table does. */
async function populate(): Promise<void> {
  for (const node of ['node0', 'node1']) {
    await put('storage.k8s.io/volumeattachments', '', `attachment0-${node}`, { spec: { nodeName: node } })
    for (const i of [0, 1]) {
      const [name, namespace] = [`pod${i}-${node}`, `ns${i}`]
      const volumes = [
        { name: 'a', secret: { secretName: `secret0-${name}` } },
        { name: 'b', secret: { secretName: 'secret0-shared' } },
        { name: 'c', configMap: { name: `configmap0-${name}` } },
        { name: 'd', persistentVolumeClaim: { claimName: `pvc0-${name}` } },
      ]
      const spec = { nodeName: node, serviceAccountName: `svcacct0-${node}`, volumes }
      await put('pods', namespace, name, { spec })
      const volume = `pv0-${name}-${namespace}`
      const claimRef = { name: `pvc0-${name}`, namespace }
      const flexVolume = { driver: 'd', secretRef: { name: `secret-${volume}` } }
      await put('persistentvolumes', '', volume, { spec: { claimRef, flexVolume } })
    }
  }
}

beforeAll(async () => {
  store = await openStore({ log: memoryLog(), clock: virtualClock(), report: console.error, ...storedEncoding })
  const off = () => false
  authorizer = nodeAuthorizer(openNodeGraph(store, dialects.k8s, off), dialects.k8s, off)
  await populate()
})
afterAll(() => store.close())

const DECISIONS = { 'authorizer.DecisionAllow': 'allow', 'authorizer.DecisionNoOpinion': 'no-opinion' }
const scope = { constants: { ...constants, ...DECISIONS }, functions }

describe('the node authorizer tests of the real server', () => {
  // Omitted: features that are always enabled now, and the removed configuration of nodes by config maps.
  const rows = rowsIn('authorizer/node/', 'TestAuthorizer', 'tests').filter(
    ({ name }) => !name.includes('feature disabled') && name !== 'allowed node configmap',
  )
  it.each(rows)('$name', async ({ row }) => {
    const value = evaluate({ ...(row as object), features: null }, scope)
    const { attrs = null, expect: decision } = isGoMap(value) ? value : {}
    const fields = attrs instanceof GoStruct ? attrs.fields : {}
    const text = (field: string): string => String(fields[field] ?? '')
    const { User: user } = fields
    const who = user instanceof GoStruct ? user.fields : {}
    const { effect } = await authorizer.authorize({
      user: {
        username: String(who['Name'] ?? ''),
        uid: '',
        groups: Array.isArray(who['Groups']) ? who['Groups'].map(String) : [],
        extra: {},
      },
      verb: text('Verb'),
      resourceRequest: true,
      group: text('APIGroup'),
      version: 'v1',
      resource: text('Resource'),
      subresource: text('Subresource'),
      namespace: text('Namespace'),
      name: text('Name'),
      path: '',
    })
    expect(effect).toBe(decision)
  })
})
