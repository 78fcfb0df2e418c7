import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../worker/api/json.ts'
import { constants } from './go-constants.ts'
import { functions } from './go-functions.ts'
import type { GoMap } from './go-literals.ts'
import { evaluate, isGoMap } from './go-literals.ts'
import { defaulted, objectOf, prepared } from './judge.ts'
import { ownFunctions } from './own-functions.ts'
import { rowsIn } from './rows.ts'

const rowOf = (row: unknown, func = ''): GoMap => {
  const scope = { constants, functions: { ...functions, ...ownFunctions[func] } }
  const value = evaluate(row, scope)
  return isGoMap(value) ? value : {}
}

/** Compares the fields of the expected object only: later releases have added others. */
const filled = (object: JsonObject): JsonObject => JSON.parse(JSON.stringify(object)) as JsonObject

describe('the defaulting tests of the real server', () => {
  const tables = [
    ['apis/apps/v1/defaults', 'TestSetDefaultDaemonSetSpec', 'apps/daemonsets'],
    ['apis/apps/v1/defaults', 'TestSetDefaultDeployment', 'apps/deployments'],
    ['apis/apps/v1/defaults', 'TestSetDefaultStatefulSet', 'apps/statefulsets'],
    ['apis/networking/v1/defaults', 'TestSetDefaultNetworkPolicy', 'networking.k8s.io/networkpolicies'],
    ['apis/batch/v1/defaults', 'TestSetDefaultJob', 'batch/jobs'],
  ] as const
  describe.each(tables)('%s: %s', (path, func, storage) => {
    it.each(rowsIn(path, func, 'tests'))('$name', ({ row }) => {
      const { original = null, expected = null } = rowOf(row)
      const { spec } = filled(objectOf(storage, expected))
      expect(filled(defaulted(storage, original))['spec']).toMatchObject(spec as object)
    })
  })

  const replicas = [
    ['apis/apps/v1/defaults', 'TestSetDefaultReplicaSetReplicas', 'apps/replicasets', 'rs'],
    ['apis/core/v1/defaults', 'TestSetDefaultReplicationControllerReplicas', 'replicationcontrollers', 'rc'],
  ] as const
  describe.each(replicas)('%s: %s', (path, func, storage, key) => {
    it.each(rowsIn(path, func, 'tests'))('$name', ({ row }) => {
      const { [key]: object = null, ...rest } = rowOf(row)
      const { spec } = defaulted(storage, object) as unknown as { spec: { replicas: number } }
      expect(spec.replicas).toBe(rest['expectReplicas'])
    })
  })

  it.each(rowsIn('apis/core/v1/defaults', 'TestSetDefaultReplicationController', 'tests'))(
    'labels of a replication controller: $name',
    ({ row }) => {
      const { rc = null, expectLabels, expectSelector } = rowOf(row)
      const object = defaulted('replicationcontrollers', rc)
      const { selector, template } = object['spec'] as {
        selector?: object
        template?: { metadata?: { labels?: object } }
      }
      const { labels = {} } = template?.metadata ?? {}
      const same = (own: object | undefined): boolean => JSON.stringify(own ?? {}) === JSON.stringify(labels)
      expect(same(object.metadata?.labels)).toBe(expectLabels)
      expect(same(selector)).toBe(expectSelector)
    },
  )

  // Omitted: a row with resources that Go code computes.
  it.each(rowsIn('apis/core/v1/helper/qos', 'TestGetPodQOS', 'testCases').filter(({ name }) => name !== '12'))(
    'class of a pod: $name',
    ({ row }) => {
      const { pod = null, expected } = rowOf(row, 'TestGetPodQOS')
      expect((prepared('pods', pod)['status'] as JsonObject)['qosClass']).toBe(expected)
    },
  )
})
