import type { Case, Step } from '../../../conformance/case.ts'
import { type Dice, dice, pickFrom } from '../../../fuzz/dice.ts'
import { CORE, get, patch, post, put, remove, scenario } from './steps.ts'

type Members = Record<string, unknown>

/** Keeps the choices of one case apart from the choices of the next seeds. */
const SEED_FACTOR = 8009
const PER_CASE = 70
const NODES = '/api/v1/nodes'
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases'
const CSI_NODES = '/apis/storage.k8s.io/v1/csinodes'
const ATTACHMENTS = '/apis/storage.k8s.io/v1/volumeattachments'
const CSRS = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const PODS = `${CORE}/pods`
const RULED = 'node-restriction.kubernetes.io'

const by = (name: string): Partial<Step> => ({
  headers: { 'Impersonate-User': `system:node:${name}`, 'Impersonate-Group': ['system:nodes', 'system:authenticated'] },
})

const pod = (name: string, spec: Members, more: Members = {}): Members => ({
  metadata: { name, ...more },
  spec: { containers: [{ name: 'c', image: 'i' }], automountServiceAccountToken: false, ...spec },
})
const mirror = (name: string, nodeName: string, spec: Members = {}, more: Members = {}): Members =>
  pod(name, { nodeName, ...spec }, { annotations: { 'kubernetes.io/config.mirror': 'x' }, ...more })

/** Makes two nodes, their pods, and objects that the pods use or do not use. */
const made = (own: string, other: string): Step[] => [
  post(NODES, { metadata: { name: own, labels: { a: 'b' } } }),
  post(NODES, { metadata: { name: other } }),
  ...['used', 'projected', 'pulled', 'env', 'unused'].flatMap((name) => [
    post(`${CORE}/secrets`, { metadata: { name } }, { ignore: true }),
    post(`${CORE}/configmaps`, { metadata: { name } }, { ignore: true }),
  ]),
  ...['claim', 'free'].map((name) =>
    post(`${CORE}/persistentvolumeclaims`, {
      metadata: { name },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } }, volumeName: `\${ns}-${name}` },
    }),
  ),
  ...['claim', 'free'].map((name) =>
    post('/api/v1/persistentvolumes', {
      metadata: { name: `\${ns}-${name}` },
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '1' },
        csi: { driver: 'd', volumeHandle: 'h', nodePublishSecretRef: { name: 'volume', namespace: '${ns}' } },
        claimRef: { name, namespace: '${ns}' },
      },
    }),
  ),
  post(`${CORE}/secrets`, { metadata: { name: 'volume' } }),
  ...['app', 'idle'].map((name) => post(`${CORE}/serviceaccounts`, { metadata: { name } })),
  post(PODS, pod('mine', {
    nodeName: own,
    serviceAccountName: 'app',
    imagePullSecrets: [{ name: 'pulled' }],
    volumes: [
      { name: 's', secret: { secretName: 'used' } },
      { name: 'm', configMap: { name: 'used' } },
      { name: 'p', projected: { sources: [{ secret: { name: 'projected' } }, { configMap: { name: 'projected' } }] } },
      { name: 'v', persistentVolumeClaim: { claimName: 'claim' } },
    ],
    containers: [{ name: 'c', image: 'i', envFrom: [{ secretRef: { name: 'env' } }, { configMapRef: { name: 'env' } }] }],
  })),
  post(PODS, pod('theirs', { nodeName: other, serviceAccountName: 'idle' })),
  post(PODS, pod('loose', {})),
  post(PODS, mirror('mirror', own)),
  post(ATTACHMENTS, { metadata: { name: '${ns}-own' }, spec: { attacher: 'a', nodeName: own, source: { persistentVolumeName: 'x' } } }),
  post(ATTACHMENTS, { metadata: { name: '${ns}-other' }, spec: { attacher: 'a', nodeName: other, source: { persistentVolumeName: 'x' } } }),
  { sleep: 1500 },
] // prettier-ignore

const LABELS: readonly Members[] = [
  { 'kubernetes.io/os': 'linux' },
  { [`${RULED}/x`]: 'y' },
  { 'node-role.kubernetes.io/x': '' },
  { 'kubelet.kubernetes.io/x': 'y' },
  { 'x.kubernetes.io/y': 'z' },
  { 'k8s.io/x': 'y', 'a.k8s.io/x': 'y' },
  { 'topology.kubernetes.io/zone': 'z', 'failure-domain.beta.kubernetes.io/region': 'r', 'node.kubernetes.io/instance-type': 't' },
  { 'node.kubernetes.io/x': 'y', 'kubernetes.io/hostname': 'h' },
  { plain: 'x', 'example.com/x': 'y' },
] // prettier-ignore
const TAINTS: readonly unknown[] = [[{ key: 'a', effect: 'NoSchedule' }], [], [{ key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' }]] // prettier-ignore
const POD_SPECS: readonly Members[] = [
  {},
  { serviceAccountName: 'app' },
  { volumes: [{ name: 's', secret: { secretName: 'used' } }] },
  { volumes: [{ name: 's', configMap: { name: 'used' } }] },
  { volumes: [{ name: 's', persistentVolumeClaim: { claimName: 'claim' } }] },
  { volumes: [{ name: 's', projected: { sources: [{ serviceAccountToken: { path: 'p' } }, { configMap: { name: 'x' } }] } }] },
  { volumes: [{ name: 's', emptyDir: {} }, { name: 'h', hostPath: { path: '/' } }] },
  { containers: [{ name: 'c', image: 'i', env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'env', key: 'k' } } }] }] },
  { ephemeralContainers: [{ name: 'e', image: 'i' }] },
  { resourceClaims: [{ name: 'r', source: { resourceClaimName: 'x' } }] },
] // prettier-ignore
const OWNERS: readonly Members[] = [
  { apiVersion: 'v1', kind: 'Node', name: '${own}', uid: 'u', controller: true },
  { apiVersion: 'v1', kind: 'Node', name: '${own}', uid: '${nodeUid}', controller: true },
  { apiVersion: 'v1', kind: 'Node', name: '${own}', uid: '${nodeUid}', controller: true, blockOwnerDeletion: true },
  { apiVersion: 'v1', kind: 'Node', name: 'elsewhere', uid: 'u', controller: true },
  { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true },
  { apiVersion: 'v1', kind: 'Node', name: '${own}', uid: '${nodeUid}' },
]
const TOKENS: readonly Members[] = [
  {},
  { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'mine' } },
  { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'mine', uid: '${podUid}' } },
  { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'mine', uid: 'u' } },
  { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'theirs', uid: 'u' } },
  { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'none', uid: 'u' } },
  { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'used' } },
] // prettier-ignore

type Made = (roll: Dice, own: string, other: string) => Step

const REQUESTS: readonly Made[] = [
  (roll) => get(`${CORE}/${pickFrom(roll, ['secrets', 'configmaps'])}/${pickFrom(roll, ['used', 'projected', 'pulled', 'env', 'unused', 'none', 'volume'])}`),
  (roll) => get(`${CORE}/${pickFrom(roll, ['secrets', 'configmaps', 'persistentvolumeclaims', 'serviceaccounts', 'pods', 'services', 'endpoints', 'events'])}${pickFrom(roll, ['', '?fieldSelector=metadata.name%3Dused', '?fieldSelector=metadata.name%3Dunused'])}`),
  (roll) => get(`${CORE}/persistentvolumeclaims/${pickFrom(roll, ['claim', 'free', 'none'])}`),
  (roll) => get(`/api/v1/persistentvolumes/\${ns}-${pickFrom(roll, ['claim', 'free', 'none'])}`),
  (roll) => get(`${ATTACHMENTS}/\${ns}-${pickFrom(roll, ['own', 'other', 'none'])}`),
  (roll) => get(`${PODS}/${pickFrom(roll, ['mine', 'theirs', 'loose', 'none'])}${pickFrom(roll, ['', '', '/log', '/status'])}`),
  (roll, own, other) => get(`${NODES}/${pickFrom(roll, [own, other, 'none'])}`),
  (roll, own, other) => get(`/api/v1/pods?fieldSelector=spec.nodeName%3D${pickFrom(roll, [own, other])}&labelSelector=none%3Dx`),
  (roll, own, other) => get(`${LEASES}/${pickFrom(roll, [own, other])}`),
  (roll, own, other) => post(`${LEASES}?dryRun=All`, { metadata: { name: pickFrom(roll, [own, other]), ...(roll.chance(0.2) && { namespace: 'other' }) }, spec: { holderIdentity: 'x' } }),
  (roll, own, other) => post(`${CSI_NODES}?dryRun=All`, { metadata: { name: pickFrom(roll, [own, other]) }, spec: { drivers: [] } }),
  (roll, own, other) => remove(`${pickFrom(roll, [LEASES, CSI_NODES, NODES])}/${pickFrom(roll, [own, other])}?dryRun=All`),
  (roll, own, other) => post(`${NODES}?dryRun=All`, { metadata: { name: pickFrom(roll, [own, other, 'new']), labels: pickFrom(roll, LABELS) }, spec: { ...(roll.chance(0.2) && { configSource: { configMap: { name: 'x', namespace: 'y', kubeletConfigKey: 'k' } } }), ...(roll.chance(0.3) && { taints: pickFrom(roll, TAINTS) }) } }),
  (roll, own, other) => patch(`${NODES}/${pickFrom(roll, [own, own, other])}?dryRun=All`, { metadata: { labels: pickFrom(roll, LABELS) } }),
  (roll, own) => patch(`${NODES}/${own}?dryRun=All`, { spec: { taints: pickFrom(roll, TAINTS) } }),
  (roll, own) => patch(`${NODES}/${own}?dryRun=All`, roll.chance(0.5) ? { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' }] } } : { spec: { unschedulable: true, providerID: 'p' } }),
  (roll, own, other) => patch(`${NODES}/${pickFrom(roll, [own, other])}/status?dryRun=All`, { metadata: { labels: roll.chance(0.3) ? pickFrom(roll, LABELS) : {} }, status: { phase: 'Running', capacity: { cpu: '1' } } }, { type: roll.chance(0.5) ? 'strategic' : 'merge' }),
  (roll) => remove(`${PODS}/${pickFrom(roll, ['mine', 'theirs', 'loose', 'mirror', 'none'])}?dryRun=All&gracePeriodSeconds=${pickFrom(roll, ['0', '1'])}`),
  (roll) => patch(`${PODS}/${pickFrom(roll, ['mine', 'theirs', 'loose', 'mirror'])}/status?dryRun=All`, pickFrom<Members>(roll, [{ status: { phase: 'Running' } }, { metadata: { labels: { a: 'b' } } }, { status: { resourceClaimStatuses: [{ name: 'a' }] } }, { metadata: { annotations: { a: 'b' } }, status: { message: 'm' } }, { metadata: { finalizers: ['a.b/c'] } }])),
  (roll) => patch(`${PODS}/${pickFrom(roll, ['mine', 'mirror'])}?dryRun=All`, { metadata: { labels: { a: 'b' } } }),
  (roll) => post(`${PODS}/${pickFrom(roll, ['mine', 'theirs', 'loose', 'mirror', 'none'])}/eviction?dryRun=All`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: pickFrom(roll, ['mine', 'theirs', '', 'x']) } }),
  (roll, own, other) => post(`${PODS}?dryRun=All`, mirror('m', pickFrom(roll, [own, own, own, other]), roll.chance(0.6) ? pickFrom(roll, POD_SPECS) : {}, roll.chance(0.6) ? { ownerReferences: [JSON.parse(JSON.stringify(pickFrom(roll, OWNERS)).replaceAll('${own}', own)), ...(roll.chance(0.1) ? [OWNERS[4]] : [])] } : {})),
  (roll, own) => post(`${PODS}?dryRun=All`, pod('plain', { nodeName: own, ...pickFrom(roll, POD_SPECS) })),
  (roll) => post(`${CORE}/serviceaccounts/${pickFrom(roll, ['app', 'idle', 'none', 'default'])}/token?dryRun=All`, { spec: pickFrom(roll, TOKENS) }, { only: ['kind', 'message', 'reason', 'details', 'code'] }),
  (roll) => patch(`${CORE}/persistentvolumeclaims/${pickFrom(roll, ['claim', 'free'])}/status?dryRun=All`, pickFrom<Members>(roll, [{ status: { capacity: { storage: '2' } } }, { status: { phase: 'Bound' } }, { status: { conditions: [{ type: 'Resizing', status: 'True' }] } }, { metadata: { labels: { a: 'b' } } }, { status: { allocatedResourceStatuses: { storage: 'NodeResizePending' } } }])),
  (roll, own, other) => post(`${CORE}/events?dryRun=All`, { metadata: { name: 'e' }, involvedObject: { namespace: '${ns}', kind: 'Pod', name: 'mine' }, source: { host: pickFrom(roll, [own, other]) } }),
  (roll) => post(`/apis/authorization.k8s.io/v1/${pickFrom(roll, ['selfsubjectaccessreviews', 'subjectaccessreviews'])}`, { spec: { ...(roll.chance(0.7) && { user: 'u' }), resourceAttributes: { verb: pickFrom(roll, ['get', 'list', 'watch', 'create']), resource: pickFrom(roll, ['secrets', 'configmaps', 'pods', 'nodes']), namespace: '${ns}', name: pickFrom(roll, ['used', 'unused', '']) } } }),
  () => post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'x' } }),
  (roll, own, other) => put(`${LEASES}/${pickFrom(roll, [own, other])}?dryRun=All`, { metadata: { name: pickFrom(roll, [own, other]) }, spec: {} }),
  (roll) => post(`${CSRS}?dryRun=All`, { metadata: { name: 'c' }, spec: { request: 'YQ==', signerName: pickFrom(roll, ['kubernetes.io/kubelet-serving', 'kubernetes.io/kube-apiserver-client-kubelet']), usages: ['client auth'] } }),
  (roll) => get(pickFrom(roll, ['/apis/node.k8s.io/v1/runtimeclasses', '/apis/storage.k8s.io/v1/csidrivers', '/apis/storage.k8s.io/v1/csinodes', '/api/v1/namespaces', '/api/v1/services', '/apis/apps/v1/deployments', '/apis/resource.k8s.io/v1alpha2/resourceclaims', '/api/v1/nodes', ATTACHMENTS, '/api/v1/persistentvolumes']), { only: ['kind', 'message', 'reason'] }),
] // prettier-ignore

const OTHER_USERS: readonly Partial<Step>[] = [
  { headers: { 'Impersonate-User': 'system:node:', 'Impersonate-Group': ['system:nodes'] } },
  { headers: { 'Impersonate-User': 'system:node:x', 'Impersonate-Group': ['other'] } },
  { headers: { 'Impersonate-User': 'kubelet', 'Impersonate-Group': ['system:nodes'] } },
]

function requested(seed: number, at: number): Case {
  const roll = dice(seed * SEED_FACTOR + at)
  const [own, other] = [`no-${at}-own`, `no-${at}-other`]
  return scenario(
    'authz',
    `nodes-${at}`,
    [
      ...made(own, other),
      get(`${NODES}/${own}`, { save: { nodeUid: 'metadata.uid' }, ignore: true }),
      get(`${PODS}/mine`, { save: { podUid: 'metadata.uid' }, ignore: true }),
      post(LEASES, { metadata: { name: own }, spec: {} }, by(own)),
      post(CSI_NODES, { metadata: { name: own }, spec: { drivers: [] } }, by(own)),
      ...Array.from({ length: PER_CASE }, (): Step => {
        const user = roll.chance(0.06) ? pickFrom(roll, OTHER_USERS) : by(own)
        return { ...pickFrom(roll, REQUESTS)(roll, own, other), ...user }
      }),
    ],
    {
      cleanup: [
        `${NODES}/${own}`, `${NODES}/${other}`, `${LEASES}/${own}`, `${CSI_NODES}/${own}`, `${PODS}/mirror?gracePeriodSeconds=0`, `${PODS}/mine?gracePeriodSeconds=0`, `${PODS}/theirs?gracePeriodSeconds=0`,
        ...['claim', 'free'].map((name) => `/api/v1/persistentvolumes/\${ns}-${name}`),
        ...['own', 'other'].map((name) => `${ATTACHMENTS}/\${ns}-${name}`),
      ],
    },
  ) // prettier-ignore
}

/** Requests of nodes: reads of the objects that their pods use, and writes, some of which they may not make. */
export const nodeScenarios = (seed: number): Case[] => Array.from({ length: 8 }, (_, at) => requested(seed, at))
