import type { Case, Step } from '../../../../conformance/case.ts'
import { CORE, get, patch, post, put, remove, scenario } from '../steps.ts'

type Members = Record<string, unknown>
const WHOAMI = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const TOKENS = `${CORE}/serviceaccounts/default/token`
const NODES = '/api/v1/nodes'

const by = (user: string, groups: readonly string[] = []): Pick<Step, 'headers'> => ({ headers: { 'Impersonate-User': user, 'Impersonate-Group': [...groups, 'system:authenticated'] } }) // prettier-ignore
const node = (name: string): Pick<Step, 'headers'> => by(`system:node:${name}`, ['system:nodes'])

const SPECS: readonly Members[] = [
  {}, { spec: null }, { spec: {} }, { spec: { expirationSeconds: 599 } }, { spec: { expirationSeconds: 600 } }, { spec: { expirationSeconds: 0 } }, { spec: { expirationSeconds: -1 } }, { spec: { expirationSeconds: null } }, { spec: { expirationSeconds: '600' } }, { spec: { expirationSeconds: 4294967296 } }, { spec: { expirationSeconds: 4294967297 } }, { spec: { expirationSeconds: 3607 } }, { spec: { expirationSeconds: 600.5 } }, { spec: { audiences: null } }, { spec: { audiences: [''] } }, { spec: { audiences: ['a', 'b', 'a'] } }, { spec: { audiences: 'a' } }, { spec: { boundObjectRef: null } }, { spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p' } } }, { spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p', uid: 'x' } } }, { spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v2', name: 'p' } } }, { spec: { boundObjectRef: { kind: 'pod', apiVersion: 'v1', name: 'p' } } }, { spec: { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 's' } } }, { spec: { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: '' } } }, { spec: { boundObjectRef: { kind: 'Node', apiVersion: 'v1', name: 'n' } } }, { spec: { boundObjectRef: { kind: 'X', apiVersion: 'a/b/c', name: 'n' } } }, { spec: { bogus: 1 } }, { status: { token: 'x' } }, { metadata: { name: 'default' } }, { metadata: { name: 'other' } }, { metadata: { namespace: 'other' } }, { metadata: { annotations: { a: 'b' }, uid: 'u' } }, { apiVersion: 'v1' }, { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' }, { kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1' },
] // prettier-ignore

const tokens = (): Case =>
  scenario('tokens', 'token-requests', [
    post(`${CORE}/pods`, { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } }),
    post(`${CORE}/secrets`, { metadata: { name: 's' } }),
    ...SPECS.flatMap((body): Step[] => [
      post(TOKENS, body, { jwt: 'status.token' }),
      post(`${TOKENS}?dryRun=All`, body, { ignore: true }),
      post(`${TOKENS}?fieldValidation=Strict`, body, { jwt: 'status.token' }),
      post(TOKENS.replace('default', 'none'), body),
      post(TOKENS, body, { as: 'bob' }),
      post(TOKENS, body, { jwt: 'status.token', ...node('n1') }),
    ]),
    ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method): Step => ({ method, path: TOKENS })),
  ])

const TEXTS = ['', ' ', 'Bearer', 'Bearer ', 'bearer admin-token', 'BEARER admin-token', 'Bearer  admin-token', 'Bearer admin-token x', 'Bearer\tadmin-token', 'Basic YTpi', 'Token admin-token', 'admin-token', 'Bearer admin-token,', 'Bearer "admin-token"', 'Bearer a.b', 'Bearer a.b.c', 'Bearer a.b.c.d', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.AAAA', 'Bearer eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2t1YmVybmV0ZXMuZGVmYXVsdC5zdmMuY2x1c3Rlci5sb2NhbCJ9.AAAA', 'Bearer 123456.0123456789abcdef', 'Bearer abcdef.0123456789abcdef', 'Bearer ABCDEF.0123456789ABCDEF', 'Bearer %61dmin-token', 'Digest x', 'Negotiate x'] // prettier-ignore

const headers = (): Case =>
  scenario('authn', 'credentials', TEXTS.filter((text) => text.trim() === text).flatMap((text): Step[] => {
    const more = { as: null, headers: { Authorization: text } }
    return [
      post(WHOAMI, {}, more),
      get(`${CORE}/configmaps`, more),
      get('/healthz', more),
      get('/apis', { ...more, ignore: true }),
      get('/nope', { ...more, headers: { ...more.headers, Accept: 'application/yaml' } }),
      get(`${CORE}/pods?watch=1`, { ...more, watch: { ms: 80 } }),
      { method: 'HEAD', path: `${CORE}/configmaps`, ...more },
    ]
  })) // prettier-ignore

const POD = { metadata: { name: 'p' }, spec: { nodeName: '${ns}', serviceAccountName: 'default', containers: [{ name: 'c', image: 'i' }], volumes: [{ name: 's', secret: { secretName: 's' } }, { name: 'm', configMap: { name: 'm' } }, { name: 'c', persistentVolumeClaim: { claimName: 'c' } }] } } // prettier-ignore
const STATUSES: readonly (Members | null)[] = [{ phase: 'Running' }, { phase: 'Succeeded' }, { phase: 'X' }, { podIP: '1.2.3.4' }, { podIPs: [{ ip: 'x' }] }, { conditions: [{ type: 'Ready', status: 'True' }] }, { qosClass: 'Guaranteed' }, { resize: 'Proposed' }, { hostIP: '1.1.1.1', hostIPs: [{ ip: '1.1.1.1' }] }, { startTime: '2020-01-01T00:00:00Z' }, { observedGeneration: 1 }, { containerStatuses: [{ name: 'c', ready: true, restartCount: -1, image: '', imageID: '' }] }, null] // prettier-ignore
const METAS: readonly Members[] = [{ labels: { a: 'b' } }, { annotations: { 'kubernetes.io/config.mirror': 'x' } }, { finalizers: ['a.b/c'] }, { ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: '${ns}', uid: 'u', controller: true }] }, { labels: { 'node-restriction.kubernetes.io/x': 'y' } }, { labels: { 'kubernetes.io/hostname': 'x' } }, { labels: { 'kubernetes.io/bogus': 'x' } }, { labels: { 'topology.kubernetes.io/zone': 'x' } }] // prettier-ignore
const NODE_SPECS: readonly Members[] = [{ unschedulable: true }, { taints: [{ key: 'a', effect: 'NoSchedule' }] }, { taints: null }, { providerID: 'x' }, { podCIDR: '10.0.0.0/24' }, { configSource: { configMap: { name: 'x', namespace: 'y', kubeletConfigKey: 'z' } } }, { externalID: 'x' }] // prettier-ignore

/** Reads and writes of nodes; the profile `admission` adds the restriction of nodes. */
export const nodeScenarios = (): Case[] => [
  scenario('node', 'node-writes', [
    post(NODES, { metadata: { name: '${ns}' } }, node('${ns}')),
    post(NODES, { metadata: { name: '${ns}-x' } }, node('${ns}')),
    post(`${CORE}/pods`, POD),
    ...['s', 'none'].flatMap((name) => [get(`${CORE}/secrets/${name}`, node('${ns}')), get(`${CORE}/configmaps/${name}`, node('${ns}')), get(`${CORE}/persistentvolumeclaims/${name}`, node('${ns}'))]),
    ...STATUSES.flatMap((status): Step[] => [
      patch(`${CORE}/pods/p/status`, { status }, node('${ns}')),
      patch(`${CORE}/pods/p/status`, { status }, { ...node('other'), type: 'strategic' }),
      put(`${CORE}/pods/p/status?dryRun=All`, { ...POD, status }, node('${ns}')),
      patch(`${CORE}/pods/p/status?fieldManager=k&force=true&dryRun=All`, { apiVersion: 'v1', kind: 'Pod', status: status ?? {} }, { ...node('${ns}'), type: 'apply' }),
      patch(`${CORE}/pods/p`, { status }, node('${ns}')),
    ]),
    ...METAS.flatMap((metadata): Step[] => [
      patch(`${CORE}/pods/p/status?dryRun=All`, { metadata }, node('${ns}')),
      patch(`${CORE}/pods/p?dryRun=All`, { metadata }, node('${ns}')),
      post(`${CORE}/pods?dryRun=All`, { ...POD, metadata: { name: 'q', ...metadata } }, node('${ns}')),
      patch(`${NODES}/\${ns}?dryRun=All`, { metadata }, node('${ns}')),
      patch(`${NODES}/\${ns}/status?dryRun=All`, { metadata }, node('${ns}')),
      patch(`${NODES}/\${ns}?dryRun=All`, { metadata }, node('other')),
      post(`${NODES}?dryRun=All`, { metadata: { name: '${ns}-new', ...metadata } }, node('${ns}-new')),
    ]),
    ...NODE_SPECS.flatMap((spec): Step[] => [
      patch(`${NODES}/\${ns}?dryRun=All`, { spec }, node('${ns}')),
      patch(`${NODES}/\${ns}/status?dryRun=All`, { spec }, node('${ns}')),
      put(`${NODES}/\${ns}?dryRun=All`, { metadata: { name: '${ns}' }, spec }, node('${ns}')),
      post(`${NODES}?dryRun=All`, { metadata: { name: '${ns}-new' }, spec }, node('${ns}-new')),
    ]),
    ...['pods', 'nodes', 'services', 'secrets', 'events', 'leases', 'endpoints'].flatMap((name) => [get(name === 'nodes' ? NODES : `${CORE}/${name}`, { ...node('${ns}'), unordered: ['items'], ignore: true }), get(`${name === 'nodes' ? NODES : `${CORE}/${name}`}?fieldSelector=spec.nodeName=\${ns}`, { ...node('${ns}'), ignore: true })]),
    remove(`${CORE}/pods/p?gracePeriodSeconds=0&dryRun=All`, node('${ns}')),
    remove(`${CORE}/pods/p?gracePeriodSeconds=0&dryRun=All`, node('other')),
    post(`${CORE}/pods/p/eviction?dryRun=All`, { metadata: { name: 'p' } }, node('${ns}')),
    post(`${CORE}/pods/p/eviction?dryRun=All`, { metadata: { name: 'p' } }, node('other')),
    remove(`${NODES}/\${ns}?dryRun=All`, node('${ns}')),
  ], { cleanup: [`${NODES}/\${ns}`] }),
] // prettier-ignore

const ALPHA_REVIEWS = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `/apis/authentication.k8s.io/${version}/selfsubjectreviews`) // prettier-ignore
/** Reviews and policies of each version; `all` serves the alpha ones. */
export const versionScenarios = (): Case[] => [
  scenario('authn', 'review-versions', ALPHA_REVIEWS.flatMap((path) =>
    [{}, { metadata: { name: 'x' } }, { kind: 'X' }, { apiVersion: 'authentication.k8s.io/v1' }, { bogus: 1 }].flatMap((body): Step[] => [
      post(path, body),
      post(path, body, { as: 'bob', headers: { Accept: 'application/yaml' } }),
      post(`${path}?fieldValidation=Strict&dryRun=All`, body),
      post(path, body, { headers: { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } }),
      get(path),
    ]))),
] // prettier-ignore

/** Tokens, credentials in headers, nodes and versions of reviews. */
export const credentialQuestions = (): Case[] => [tokens(), headers(), ...nodeScenarios(), ...versionScenarios()]
