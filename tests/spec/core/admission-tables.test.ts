import { describe, expect, it } from 'vitest'
import { contextOf, requestOf, runPlugin } from '../../../worker/admission/admission-fixture.ts'
import type { AdmissionPlugin } from '../../../worker/admission/admission.ts'
import { defaultStorageClass } from '../../../worker/admission/plugins/default-storage-class.ts'
import { defaultTolerationSeconds } from '../../../worker/admission/plugins/default-toleration-seconds.ts'
import { extendedResourceToleration } from '../../../worker/admission/plugins/extended-resource-toleration.ts'
import { limitPodHardAntiAffinityTopology } from '../../../worker/admission/plugins/limit-pod-hard-anti-affinity-topology.ts'
import { limitRanger } from '../../../worker/admission/plugins/limit-ranger.ts'
import { podNodeSelector } from '../../../worker/admission/plugins/pod-node-selector.ts'
import { podTolerationRestriction } from '../../../worker/admission/plugins/pod-toleration-restriction.ts'
import { priority } from '../../../worker/admission/plugins/priority.ts'
import { securityContextDeny } from '../../../worker/admission/plugins/security-context-deny.ts'
import type { Json, JsonObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { evaluatedRow } from './evaluated-row.ts'
import type { GoMap, GoValue } from './go-literals.ts'
import { GoStruct } from './go-literals.ts'
import { asJson } from './go-objects.ts'
import { objectOf, schemaAt } from './kind-rules.ts'
import { rowsIn } from './rows.ts'

const PRIORITIES = {
  systemClusterCritical: { name: 'system-cluster-critical', value: 2000000000 },
  defaultClass1: { name: 'default1', value: 1000 },
  defaultClass2: { name: 'default2', value: 2000 },
  nondefaultClass1: { name: 'nondefault1', value: 2000 },
  preemptionPolicyClass: { name: 'nopreemptionpolicy', value: 2000 },
  neverPreemptionPolicyClass: { name: 'nopreemptionpolicy', value: 2000 },
} as const

const known: Record<string, GoValue> = {
  LabelHostname: 'kubernetes.io/hostname',
  DefaultPriorityWhenNoDefaultClassExists: 0,
  TaintNodeMemoryPressure: 'node.kubernetes.io/memory-pressure',
  TaintNodeNotReady: 'node.kubernetes.io/not-ready',
  TaintNodeUnreachable: 'node.kubernetes.io/unreachable',
  IsDefaultStorageClassAnnotation: 'storageclass.kubernetes.io/is-default-class',
  SystemCriticalPriority: 2000000000,
  SystemClusterCritical: 'system-cluster-critical',
  SystemNodeCritical: 'system-node-critical',
  PreemptNever: 'Never',
  PreemptLowerPriority: 'PreemptLowerPriority',
}
for (const [variable, { name, value }] of Object.entries(PRIORITIES)) {
  known[`${variable}.Name`] = name
  known[`${variable}.Value`] = value
}

const rowOf = (row: unknown, func?: string): GoMap => evaluatedRow(row, { func, constants: known })

const pod = (value: GoValue): ApiObject => objectOf('pods', value)
const podPart = (path: string, value: GoValue): Json => asJson(value, schemaAt('pods', path))

/** Whether a plugin admits an object. */
async function passes(
  plugin: AdmissionPlugin,
  object: ApiObject,
  parts: Parameters<typeof requestOf>[1] = {},
): Promise<boolean> {
  return runPlugin(plugin, requestOf(object, parts)).then(
    () => true,
    () => false,
  )
}

/** Sorts tolerations, because the plugin adds them in another order than the table. */
const inOrder = (list: Json | undefined): Json[] =>
  (Array.isArray(list) ? [...list] : []).sort((a, b) => keyOf(a).localeCompare(keyOf(b)))

const keyOf = (toleration: Json): string => String((toleration as JsonObject)['key'] ?? '')

const specOf = (object: ApiObject): JsonObject => object['spec'] as JsonObject

describe('the admission tests of the real server', () => {
  const limits = [
    ['TestPodLimitFunc', 'pods', 'pod', 'successCases'],
    ['TestPodLimitFunc', 'pods', 'pod', 'errorCases'],
    ['TestPersistentVolumeClaimLimitFunc', 'persistentvolumeclaims', 'pvc', 'successCases'],
    ['TestPersistentVolumeClaimLimitFunc', 'persistentvolumeclaims', 'pvc', 'errorCases'],
  ] as const
  describe.each(limits)('%s: %s, %s, %s', (func, storage, key, table) => {
    it.each(rowsIn('limitranger', func, table))('$name', async ({ row }) => {
      const { limitRange = null, [key]: value = null } = rowOf(row, 'TestPodLimitFunc')
      const plugin = limitRanger(contextOf({ objects: { limitranges: [objectOf('limitranges', limitRange)] } }))
      const where = {
        namespace: 'test',
        resource: { group: '', version: 'v1', resource: storage },
        kind: { group: '', version: 'v1', kind: storage === 'pods' ? 'Pod' : 'PersistentVolumeClaim' },
      }
      expect(await passes(plugin, objectOf(storage, value), where)).toBe(table === 'successCases')
    })
  })

  it.each(rowsIn('storageclass/setdefault', 'TestAdmission', 'tests').filter(({ name }) => !LATER.has(name)))(
    'default class: $name',
    async ({ row }) => {
      const { classes, claim = null, expectError, expectedClassName } = rowOf(row)
      const list = Array.isArray(classes)
        ? classes.map((one: GoValue) => objectOf('storage.k8s.io/storageclasses', one))
        : []
      const object = objectOf('persistentvolumeclaims', claim)
      const plugin = defaultStorageClass(contextOf({ objects: { 'storage.k8s.io/storageclasses': list } }))
      const where = {
        resource: { group: '', version: 'v1', resource: 'persistentvolumeclaims' },
        kind: { group: '', version: 'v1', kind: 'PersistentVolumeClaim' },
      }
      expect(await passes(plugin, object, where)).toBe(expectError !== true)
      if (expectError !== true)
        expect((object['spec'] as JsonObject | undefined)?.['storageClassName'] ?? '').toBe(expectedClassName)
    },
  )

  const tolerating = [
    ['defaulttolerationseconds', 'TestForgivenessAdmission', defaultTolerationSeconds],
    ['extendedresourcetoleration', 'TestAdmit', extendedResourceToleration],
  ] as const
  describe.each(tolerating)('%s', (path, func, make) => {
    it.each(rowsIn(path, func, 'tests'))('$name', async ({ row }) => {
      const { requestedPod = null, expectedPod = null } = rowOf(row)
      const object = pod(requestedPod)
      await runPlugin(make(contextOf()), requestOf(object))
      expect(specOf(object)['tolerations'] ?? []).toEqual(specOf(pod(expectedPod))['tolerations'] ?? [])
    })
  })

  it.each(rowsIn('antiaffinity', 'TestInterPodAffinityAdmission', 'tests'))('anti-affinity: $name', async ({ row }) => {
    const { affinity = null, errorExpected } = rowOf(row)
    const object: ApiObject = { metadata: { name: 'p' }, spec: { affinity: podPart('spec.affinity', affinity) } }
    expect(await passes(limitPodHardAntiAffinityTopology(contextOf()), object)).toBe(errorExpected !== true)
  })

  it.each(rowsIn('scdeny', 'TestPodSecurityContextAdmission', 'tests'))('security context: $name', async ({ row }) => {
    const { securityContext = null, errorExpected } = rowOf(row)
    const spec = { securityContext: podPart('spec.securityContext', securityContext), containers: [{ name: 'c' }] }
    expect(await passes(securityContextDeny(), { metadata: { name: 'p' }, spec })).toBe(errorExpected !== true)
  })

  it.each(
    rowsIn('podtolerationrestriction/admission', 'TestPodAdmission', 'tests').filter(({ name }) => !LATER.has(name)),
  )('tolerations: $name', async ({ row }) => {
    const { pod: given = null, admit, ...fields } = rowOf(row)
    const list = (name: string): Json => podPart('spec.tolerations', fields[name] ?? null)
    const annotations: { [key: string]: string } = {}
    for (const [key, name] of [
      ['defaultTolerations', 'namespaceTolerations'],
      ['tolerationsWhitelist', 'whitelist'],
    ] as const) {
      if (Array.isArray(list(name))) annotations[`scheduler.alpha.kubernetes.io/${key}`] = JSON.stringify(list(name))
    }
    const configuration = {
      default: list('defaultClusterTolerations') ?? [],
      whitelist: list('clusterWhitelist') ?? [],
    }
    const namespaces = [{ metadata: { name: 'testNamespace', annotations } }]
    const object = pod(given)
    specOf(object)['tolerations'] = list('podTolerations') ?? []
    const plugin = podTolerationRestriction(contextOf({ objects: { namespaces }, configuration }))
    expect(await passes(plugin, object, { namespace: 'testNamespace' })).toBe(admit)
    if (admit === true) expect(inOrder(specOf(object)['tolerations'])).toEqual(inOrder(list('mergedTolerations')))
  })

  it.each(rowsIn('podnodeselector', 'TestPodAdmission', 'tests'))('node selector: $name', async ({ row }) => {
    const {
      admit,
      defaultNodeSelector,
      whitelist = '',
      namespaceNodeSelector = '',
      podNodeSelector: given,
      ...rest
    } = rowOf(row)
    const annotations = { 'scheduler.alpha.kubernetes.io/node-selector': String(namespaceNodeSelector) }
    const namespaces = [
      { metadata: { name: 'n', ...(rest['ignoreTestNamespaceNodeSelector'] === true ? {} : { annotations }) } },
    ]
    const configuration = {
      podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: String(defaultNodeSelector), n: String(whitelist) },
    }
    const object: ApiObject = { metadata: { name: 'p' }, spec: { nodeSelector: asJson(given ?? null, undefined) } }
    const plugin = podNodeSelector(contextOf({ objects: { namespaces }, configuration }))
    expect(await passes(plugin, object)).toBe(admit)
    if (admit === true) expect(specOf(object)['nodeSelector'] ?? {}).toEqual(rest['mergedNodeSelector'])
  })

  it.each(rowsIn('admission/priority', 'TestPodAdmission', 'tests').filter(({ name }) => !LATER.has(name)))(
    'priority: $name',
    async ({ row }) => {
      const { existingClasses, pod: given = null, expectedPriority, expectError } = rowOf(row)
      const classes = Array.isArray(existingClasses)
        ? existingClasses.map((one: GoValue) => objectOf('scheduling.k8s.io/priorityclasses', one))
        : []
      const object = pod(given instanceof GoStruct ? given : null)
      const plugin = priority(contextOf({ objects: { 'scheduling.k8s.io/priorityclasses': classes } }))
      const namespace = object.metadata?.namespace ?? ''
      expect(await passes(plugin, object, { namespace })).toBe(expectError !== true)
      if (expectError !== true) expect(specOf(object)['priority']).toBe(expectedPriority)
    },
  )
})

const LATER: ReadonlySet<string> = new Set([
  // Since 1.26 the newest of several default classes applies.
  'two defaults, error with PVC with class=nil',
  // Tolerations of a pod and its namespace no longer conflict: the wider one remains.
  'conflicting pod and namespace tolerations',
  'Besteffort pod should overwrite for conflicting tolerations',
  // Since 1.17 every namespace may have pods of the highest classes, unless a quota limits them.
  'pod with system critical priority in non-system namespace',
])
