import type { Case, Step } from '../../../../conformance/case.ts'
import { CORE, get, groupPath, patch, post, put, remove, scenario } from '../steps.ts'
import { RICH_OBJECTS } from '../rich/kinds.ts'

type Members = Record<string, unknown>
const PODS = `${CORE}/pods`

const pod = (name: string, spec: Members = {}, more: Members = {}): Members => ({ metadata: { name, ...more }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } }) // prettier-ignore
const ephemeral = (name: string, more: Members = {}): Members => ({ name, image: 'e', ...more })

const EPHEMERAL: readonly unknown[] = [
  null, [], [ephemeral('e')], [ephemeral('e'), ephemeral('f')], [ephemeral('e', { targetContainerName: 'c' })], [ephemeral('e', { targetContainerName: 'none' })], [ephemeral('c')], [ephemeral('e'), ephemeral('e')], [{}], [{ name: 'e' }], [ephemeral('E')], [ephemeral('e', { ports: [{ containerPort: 1 }] })], [ephemeral('e', { resources: { limits: { cpu: '1' } } })], [ephemeral('e', { resources: {} })], [ephemeral('e', { livenessProbe: { exec: { command: ['x'] } } })], [ephemeral('e', { lifecycle: {} })], [ephemeral('e', { lifecycle: { preStop: { sleep: { seconds: 1 } } } })], [ephemeral('e', { restartPolicy: 'Always' })], [ephemeral('e', { volumeMounts: [{ name: 'v', mountPath: '/x', subPath: 'y' }] })], [ephemeral('e', { volumeMounts: [{ name: 'none', mountPath: '/x' }] })], [ephemeral('e', { volumeDevices: [{ name: 'v', devicePath: '/d' }] })], [ephemeral('e', { command: [], args: null, env: [{ name: 'A', value: 'b' }], stdin: true, tty: true })], [ephemeral('e', { imagePullPolicy: 'X' })], [ephemeral('e', { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] })], [ephemeral('e', { securityContext: { privileged: true, allowPrivilegeEscalation: false } })], [ephemeral('e', { bogus: 1 })], [null], 'x', [ephemeral('e', { terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File', imagePullPolicy: 'Always' })],
] // prettier-ignore

const ephemeralCases = (): Case[] => {
  const subresource = `${PODS}/p/ephemeralcontainers`
  return [
    scenario('kinds', 'ephemeral', [
      post(PODS, pod('p')),
      ...EPHEMERAL.flatMap((ephemeralContainers, at): Step[] => [
        patch(`${subresource}?dryRun=All`, { spec: { ephemeralContainers } }, { type: 'strategic' }),
        patch(`${subresource}?dryRun=All&fieldManager=j`, { spec: { ephemeralContainers } }),
        patch(`${subresource}?dryRun=All`, [{ op: 'add', path: '/spec/ephemeralContainers', value: ephemeralContainers }], { type: 'json' }), // prettier-ignore
        put(`${subresource}?dryRun=All`, pod('p', { ephemeralContainers })),
        patch(`${subresource}?dryRun=All&fieldManager=m`, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { ephemeralContainers } }, { type: 'apply' }), // prettier-ignore
        post(`${PODS}?dryRun=All`, pod('q', { ephemeralContainers })),
        patch(`${PODS}/p?dryRun=All`, { spec: { ephemeralContainers } }),
        ...(at === 2 ? [patch(subresource, { spec: { ephemeralContainers } }, { type: 'strategic' as const })] : []),
      ]),
    ]),
    scenario('kinds', 'ephemeral-owners', [
      post(PODS, pod('p', {}, { labels: { a: 'b' } })),
      patch(`${subresource}?fieldManager=one`, { metadata: { labels: { c: 'd' }, annotations: { e: 'f' } }, spec: { ephemeralContainers: [ephemeral('e')], containers: [{ name: 'c', image: 'z' }] }, status: { phase: 'Running' } }, { type: 'strategic' }), // prettier-ignore
      get(`${PODS}/p`),
      patch(`${subresource}?fieldManager=two`, { apiVersion: 'v1', kind: 'Pod', spec: { ephemeralContainers: [ephemeral('f')] } }, { type: 'apply' }), // prettier-ignore
      patch(`${subresource}?fieldManager=two`, { apiVersion: 'v1', kind: 'Pod', spec: { ephemeralContainers: [ephemeral('e', { image: 'other' })] } }, { type: 'apply' }), // prettier-ignore
      patch(`${subresource}?fieldManager=two`, { apiVersion: 'v1', kind: 'Pod', spec: { ephemeralContainers: [ephemeral('e'), ephemeral('f')] } }, { type: 'apply' }), // prettier-ignore
      patch(`${subresource}?fieldManager=two`, { apiVersion: 'v1', kind: 'Pod', spec: { ephemeralContainers: [] } }, { type: 'apply' }), // prettier-ignore
      patch(`${subresource}?fieldManager=three&force=true`, { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { z: 'z' } }, spec: { containers: [{ name: 'c', image: 'k' }] } }, { type: 'apply' }), // prettier-ignore
      patch(`${PODS}/p?fieldManager=three&force=true`, { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { z: 'z' } }, spec: { containers: [{ name: 'c', image: 'k' }] } }, { type: 'apply' }), // prettier-ignore
      put(`${subresource}?fieldManager=four`, pod('p', { ephemeralContainers: [ephemeral('e'), ephemeral('f'), ephemeral('g')], nodeName: 'n' }, { labels: { no: 'no' }, finalizers: ['a.b/c'] })), // prettier-ignore
      patch(`${PODS}/p/status?fieldManager=five`, { status: { ephemeralContainerStatuses: [{ name: 'e', ready: true, restartCount: 0, image: 'e', imageID: '' }] } }), // prettier-ignore
      patch(`${PODS}/p/status?fieldManager=six`, { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { y: 'y' } }, status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } }, { type: 'apply' }), // prettier-ignore
      patch(`${PODS}/p/resize`, {}),
      get(`${PODS}/p/resize`),
      get(`${PODS}/p`),
    ]),
  ]
}

/** Changes of metadata that each kind receives on its object and its status. */
const META: readonly Members[] = [
  { labels: null }, { labels: {} }, { labels: { 'a b': 'c' } }, { labels: { a: 'x'.repeat(64) } }, { annotations: { 'a/b/c': 'd' } }, { annotations: { A: '' } }, { finalizers: ['kubernetes'] }, { finalizers: ['orphan'] }, { finalizers: ['foregroundDeletion'] }, { finalizers: ['orphan', 'foregroundDeletion'] }, { finalizers: ['x', 'kubernetes', 'a.b/c'] }, { finalizers: ['kubernetes.io/pvc-protection'] }, { ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'e', uid: 'u' }] }, { ownerReferences: [{ apiVersion: 'a/b/c', kind: 'X', name: 'e', uid: 'u' }] }, { ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'e', uid: 'u', controller: true }, { apiVersion: 'v1', kind: 'Y', name: 'f', uid: 'v', controller: true }] }, { ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'e', uid: 'u' }, { apiVersion: 'v1', kind: 'X', name: 'f', uid: 'u' }] }, { generateName: 'g-' }, { generation: -1 }, { generation: 50 }, { namespace: '' }, { namespace: 'other' }, { name: '' }, { name: 'other' }, { uid: 'other' }, { resourceVersion: '1' }, { resourceVersion: 'x' }, { creationTimestamp: null }, { creationTimestamp: '2001-01-01T00:00:00Z' }, { deletionTimestamp: '2001-01-01T00:00:00Z' }, { deletionGracePeriodSeconds: 5 }, { selfLink: '/x' }, { clusterName: 'x' }, { managedFields: [] }, { managedFields: [{ manager: 'x' }] }, { initializers: {} },
] // prettier-ignore

const metadata = (): Case[] =>
  RICH_OBJECTS.map(({ name, path, object }) => {
    const own = object['metadata'] as Members
    const item = `${path}/${String(own['name'])}`
    const without = { ...own, finalizers: undefined }
    return scenario(
      'kinds',
      `meta-${name}`,
      [
        post(path, { ...object, metadata: without }),
        ...META.flatMap((meta): Step[] => [
          post(`${path}?dryRun=All`, {
            ...object,
            metadata: { ...without, name: `${String(own['name'])}-n`, ...meta },
          }),
          put(`${item}?dryRun=All`, { ...object, metadata: { ...without, ...meta } }),
          put(`${item}/status?dryRun=All`, { ...object, metadata: { ...without, ...meta } }),
          patch(`${item}?dryRun=All`, { metadata: meta }),
        ]),
      ],
      { cleanup: path.includes('${ns}') ? [] : [item] },
    )
  })

/** Phases of a PersistentVolume, whose transition time the server keeps or sets. */
const times = (): Case[] => [
  scenario('kinds', 'phase-times', [
    post('/api/v1/persistentvolumes', { metadata: { name: '${ns}' }, spec: { capacity: { storage: '1' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } } }),
    ...[{ phase: 'Available' }, { phase: 'Bound' }, { phase: 'Bound', lastPhaseTransitionTime: '2020-01-01T00:00:00Z' }, { phase: 'Released', lastPhaseTransitionTime: '2020-01-01T00:00:00Z' }, { lastPhaseTransitionTime: null }, { phase: 'Released', lastPhaseTransitionTime: null }, { phase: '' }, {}, null, { phase: 'X' }, { phase: 'Failed', reason: 'r', message: 'm' }, { reason: 'q' }].flatMap((status) => [
      patch('/api/v1/persistentvolumes/${ns}/status', { status }),
      put('/api/v1/persistentvolumes/${ns}/status?dryRun=All', { metadata: { name: '${ns}' }, spec: { capacity: { storage: '1' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } }, status }),
      patch('/api/v1/persistentvolumes/${ns}', { status, metadata: { annotations: { a: 'b' } } }),
      patch('/api/v1/persistentvolumes/${ns}/status?fieldManager=m&force=true', { apiVersion: 'v1', kind: 'PersistentVolume', status: status ?? {} }, { type: 'apply' }),
    ]),
  ], { cleanup: ['/api/v1/persistentvolumes/${ns}'] }),
] // prettier-ignore

const NAMESPACES = '/api/v1/namespaces'
const finalizers = (): Case =>
  scenario('kinds', 'namespace-finalizers',
    [[], null, ['kubernetes'], ['kubernetes', 'kubernetes'], ['x.y/z'], ['x'], [''], ['orphan'], ['foregroundDeletion'], ['Kubernetes']].flatMap((list, at): Step[] => {
      const path = `${NAMESPACES}/\${ns}-${at}`
      const object = { metadata: { name: `\${ns}-${at}` }, spec: { finalizers: list } }
      return [
        post(NAMESPACES, object),
        put(`${path}/finalize`, object),
        patch(path, { spec: { finalizers: list } }),
        patch(path, { metadata: { finalizers: list } }),
        put(path, object),
        put(`${path}/status`, { ...object, status: { phase: 'Terminating', conditions: [{ type: 'NamespaceContentRemaining', status: 'True' }] } }),
        patch(`${path}/finalize`, { spec: { finalizers: list } }),
        get(`${path}/finalize`),
        remove(`${path}/finalize`),
        post(`${path}/finalize`, object),
        remove(path),
        post(`${NAMESPACES}/\${ns}-${at}/configmaps`, { metadata: { name: 'a' } }),
        put(`${path}/finalize`, { ...object, metadata: { name: 'other' } }),
        put(`${path}/finalize`, { metadata: { name: `\${ns}-${at}` }, spec: { finalizers: list } }),
        remove(path),
        put(`${path}/finalize`, { metadata: { name: `\${ns}-${at}` }, spec: {} }),
        patch(path, { metadata: { finalizers: null } }),
        get(path),
        remove(`${NAMESPACES}?labelSelector=a=b`),
      ]
    })) // prettier-ignore

const SPEC_CHANGES: readonly [string, Members, readonly Members[]][] = [
  [`${groupPath('apps', 'v1')}/statefulsets`, { spec: { serviceName: 's', selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }, volumeClaimTemplates: [{ metadata: { name: 'v' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }] } }, [{ serviceName: 'x' }, { selector: { matchLabels: { a: 'c' } } }, { volumeClaimTemplates: [] }, { volumeClaimTemplates: null }, { podManagementPolicy: 'Parallel' }, { revisionHistoryLimit: 3 }, { ordinals: { start: 2 } }, { minReadySeconds: 3 }, { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } }, { updateStrategy: { type: 'OnDelete' } }]],
  [`${groupPath('apps', 'v1')}/daemonsets`, { spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } } } }, [{ selector: { matchLabels: { a: 'c' } } }, { selector: {} }, { selector: null }, { selector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b', 'c'] }] } }, { selector: { matchLabels: { a: 'b' }, matchExpressions: [] } }]],
  [`${groupPath('batch', 'v1')}/jobs`, { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i', env: [{ name: 'A', value: 'b' }], resources: { limits: { cpu: '1' } } }] } } } }, [{ completions: 3 }, { completionMode: 'Indexed' }, { selector: { matchLabels: { x: 'y' } } }, { manualSelector: true }, { template: { spec: { containers: [{ name: 'c', image: 'z' }] } } }, { template: { spec: { nodeSelector: { a: 'b' } } } }, { template: { metadata: { labels: { q: 'r' } } } }, { podFailurePolicy: { rules: [] } }, { backoffLimitPerIndex: 1 }, { parallelism: 5 }, { suspend: true }, { managedBy: 'x/y' }, { podReplacementPolicy: 'Failed' }, { ttlSecondsAfterFinished: 3 }]],
  [`${CORE}/persistentvolumeclaims`, { spec: { accessModes: ['ReadWriteOnce'], storageClassName: 's', resources: { requests: { storage: '1Gi' } }, selector: { matchLabels: { a: 'b' } } } }, [{ accessModes: ['ReadOnlyMany'] }, { accessModes: null }, { storageClassName: '' }, { storageClassName: null }, { volumeName: 'v' }, { volumeMode: 'Block' }, { selector: null }, { selector: {} }, { resources: { requests: { storage: '2Gi' } } }, { resources: { requests: { storage: '1' } } }, { resources: { limits: { storage: '5Gi' } } }, { dataSource: { kind: 'PersistentVolumeClaim', name: 'x' } }, { volumeAttributesClassName: 'x' }]],
  [PODS, { spec: { containers: [{ name: 'c', image: 'i', env: [], args: [], resources: {} }], nodeSelector: {}, tolerations: [{ key: 'a', operator: 'Exists' }] } }, [{ nodeSelector: { a: 'b' } }, { nodeSelector: null }, { tolerations: [] }, { tolerations: null }, { tolerations: [{ key: 'a', operator: 'Exists', tolerationSeconds: 5, effect: 'NoExecute' }] }, { hostname: 'x' }, { nodeName: 'n' }, { restartPolicy: 'Never' }, { activeDeadlineSeconds: 5 }, { terminationGracePeriodSeconds: 5 }, { serviceAccountName: 'x' }, { priority: 5 }, { priorityClassName: 'x' }, { dnsPolicy: 'Default' }, { volumes: [] }, { volumes: [{ name: 'v', emptyDir: {} }] }, { containers: [{ name: 'c', image: 'i', args: ['x'] }] }, { containers: [{ name: 'd', image: 'i' }] }, { containers: [] }, { initContainers: [{ name: 'i', image: 'i' }] }, { securityContext: { runAsUser: 1 } }, { affinity: {} }, { affinity: { nodeAffinity: {} } }, { schedulingGates: [{ name: 'a.b/c' }] }, { imagePullSecrets: [{ name: 'x' }] }, { overhead: { cpu: '1' } }, { resourceClaims: [] }, { topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'k', whenUnsatisfiable: 'DoNotSchedule' }] }, { readinessGates: [{ conditionType: 'x' }] }, { hostAliases: [{ ip: '1.1.1.1', hostnames: ['a'] }] }, { enableServiceLinks: false }, { setHostnameAsFQDN: true }, { os: { name: 'linux' } }, { hostUsers: false }, { shareProcessNamespace: true }]],
  [`${CORE}/services`, { spec: { ports: [{ port: 80, name: 'a' }], selector: { a: 'b' } } }, [{ clusterIP: '10.0.0.9' }, { clusterIP: 'None' }, { clusterIP: '' }, { clusterIP: null }, { clusterIPs: [] }, { clusterIPs: ['10.0.0.9'] }, { ipFamilies: ['IPv6'] }, { ipFamilyPolicy: 'PreferDualStack' }, { type: 'NodePort' }, { type: 'ExternalName' }, { type: 'ExternalName', externalName: 'x.y' }, { sessionAffinity: 'ClientIP' }, { ports: [] }, { ports: null }, { selector: null }, { loadBalancerClass: 'a/b' }, { trafficDistribution: 'PreferClose' }, { internalTrafficPolicy: 'X' }, { externalTrafficPolicy: 'Local' }, { healthCheckNodePort: 30000 }, { allocateLoadBalancerNodePorts: true }, { publishNotReadyAddresses: true }]],
  [`${CORE}/secrets`, { type: 'a/b', data: { a: 'eA==' }, immutable: true }, [{ a: 'eQ==' }, {}]],
] // prettier-ignore

const specChanges = (): Case[] =>
  SPEC_CHANGES.map(([path, object, changes], at) =>
    scenario('kinds', `fixed-${at}`, [
      post(path, { metadata: { name: 'x' }, ...object }),
      ...changes.flatMap((change): Step[] => [
        patch(`${path}/x?dryRun=All`, { spec: change, data: change }),
        patch(`${path}/x?dryRun=All`, { spec: change }, { type: 'strategic' }),
        put(`${path}/x?dryRun=All`, { metadata: { name: 'x' }, ...object, spec: { ...(object['spec'] as Members), ...change } }), // prettier-ignore
        put(`${path}/x/status?dryRun=All`, { metadata: { name: 'x' }, ...object, spec: { ...(object['spec'] as Members), ...change } }), // prettier-ignore
      ]),
      patch(`${path}/x`, { immutable: false, type: 'c/d', data: null }),
      patch(`${path}/x`, { metadata: { finalizers: ['kubernetes'] } }),
      patch(`${path}/x`, { metadata: { finalizers: null, labels: { a: 'b' } } }),
    ]),
  )

/** Ephemeral containers, metadata of each kind, times of phases, finalizers, and changes of specs, most of them of immutable fields. */
export const objectQuestions = (): Case[] => [
  ...ephemeralCases(),
  ...metadata(),
  ...times(),
  finalizers(),
  ...specChanges(),
]
