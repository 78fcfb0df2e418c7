import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../worker/api/json.ts'
import { evaluatedRow } from './evaluated-row.ts'
import { defaulted, objectOf, prepared } from './kind-rules.ts'
import { rowsIn } from './rows.ts'

/** A copy without the members that are undefined. */
const withoutUndefined = (object: JsonObject): JsonObject => JSON.parse(JSON.stringify(object)) as JsonObject

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
      const { original = null, expected = null } = evaluatedRow(row)
      const { spec } = withoutUndefined(objectOf(storage, expected))
      // Only the expected fields are compared: later releases have added others.
      expect(withoutUndefined(defaulted(storage, original))['spec']).toMatchObject(spec as object)
    })
  })

  const replicas = [
    ['apis/apps/v1/defaults', 'TestSetDefaultReplicaSetReplicas', 'apps/replicasets', 'rs'],
    ['apis/core/v1/defaults', 'TestSetDefaultReplicationControllerReplicas', 'replicationcontrollers', 'rc'],
  ] as const
  describe.each(replicas)('%s: %s', (path, func, storage, key) => {
    it.each(rowsIn(path, func, 'tests'))('$name', ({ row }) => {
      const { [key]: object = null, ...rest } = evaluatedRow(row)
      const { spec } = defaulted(storage, object) as unknown as { spec: { replicas: number } }
      expect(spec.replicas).toBe(rest['expectReplicas'])
    })
  })

  it.each(rowsIn('apis/core/v1/defaults', 'TestSetDefaultReplicationController', 'tests'))(
    'labels of a replication controller: $name',
    ({ row }) => {
      const { rc = null, expectLabels, expectSelector } = evaluatedRow(row)
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
      const { pod = null, expected } = evaluatedRow(row, { func: 'TestGetPodQOS' })
      expect((prepared('pods', pod)['status'] as JsonObject)['qosClass']).toBe(expected)
    },
  )
})
