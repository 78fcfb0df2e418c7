import type { Case, Step } from '../../../../conformance/case.ts'
import { CORE, get, groupPath, patch, post, put, remove, scenario } from '../steps.ts'

type Members = Record<string, unknown>
const QUOTAS = `${CORE}/resourcequotas`
const PODS = `${CORE}/pods`

const pod = (name: string, spec: Members = {}, container: Members = {}): Members => ({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i', ...container }], ...spec } }) // prettier-ignore
const claim = (name: string, storage: unknown, more: Members = {}): Members => ({ metadata: { name }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, ...more } }) // prettier-ignore

const AMOUNTS = ['1', '0.5', '1.5', '1500m', '1e3', '1E3', '1k', '1Ki', '0', '-1', '0.0001', '1n', '999999u', '1.5Gi', '1500000000', '2G', '0.1Gi', '', 'x', '1 ', '+1', '1e-3', '.5', '5.', '1Zi', '1ki', '9223372036854775808'] // prettier-ignore

const HARD: readonly Members[] = [
  { 'requests.storage': '2.5Gi', persistentvolumeclaims: '3' },
  { 'requests.storage': '2500m' },
  { 'gold.storageclass.storage.k8s.io/requests.storage': '1.5Gi', 'gold.storageclass.storage.k8s.io/persistentvolumeclaims': '1' },
  { 'requests.cpu': '1.5', 'limits.cpu': '2500m' },
  { cpu: '0.1', memory: '1e6' },
  { 'requests.ephemeral-storage': '1Gi', 'limits.ephemeral-storage': '2Gi', 'ephemeral-storage': '1Gi' },
  { 'requests.example.com/gpu': '2', 'limits.example.com/gpu': '2' },
  { 'hugepages-2Mi': '4Mi', 'requests.hugepages-2Mi': '4Mi' },
  { pods: '1', 'count/pods': '2' },
  { pods: '1.5' },
  { pods: '500m' },
] // prettier-ignore

const resources = (requests: Members, limits?: Members): Members => ({ resources: { requests, ...(limits && { limits }) } }) // prettier-ignore
const CONTAINERS: readonly Members[] = [
  {}, resources({ cpu: '1' }), resources({ cpu: '0.05', memory: '1M' }), resources({ cpu: '1.5' }, { cpu: '2.5' }), resources({ cpu: '1501m' }, { cpu: '2501m' }), resources({}, { cpu: '100m', memory: '1Mi' }), resources({ 'ephemeral-storage': '1Gi' }, { 'ephemeral-storage': '3Gi' }), resources({ 'example.com/gpu': '2' }, { 'example.com/gpu': '2' }), resources({ 'example.com/gpu': '3' }, { 'example.com/gpu': '3' }), resources({ 'hugepages-2Mi': '4Mi', cpu: '1m' }, { 'hugepages-2Mi': '4Mi' }), resources({ cpu: '0.0001' }), resources({ memory: '1.5' }), resources({ memory: '100m' }),
] // prettier-ignore

const quota = (): Case[] =>
  HARD.map((hard, at) =>
    scenario('quota', `quota-amounts-${at}`, [
      post(QUOTAS, { metadata: { name: 'q' }, spec: { hard } }),
      patch(`${QUOTAS}/q/status`, { status: { hard, used: Object.fromEntries(Object.keys(hard).map((name) => [name, '0'])) } }), // prettier-ignore
      ...AMOUNTS.flatMap((amount, number) => [
        post(`${CORE}/persistentvolumeclaims`, claim(`c${number}`, amount)),
        post(`${CORE}/persistentvolumeclaims?dryRun=All`, claim(`g${number}`, amount, { storageClassName: 'gold' })),
      ]),
      get(QUOTAS),
      ...CONTAINERS.flatMap((container, number) => [
        post(PODS, pod(`p${number}`, {}, container)),
        post(`${PODS}?dryRun=All`, pod(`i${number}`, { initContainers: [{ name: 'i', image: 'i', ...container }] }, CONTAINERS[1])), // prettier-ignore
        post(`${PODS}?dryRun=All`, pod(`s${number}`, { initContainers: [{ name: 'i', image: 'i', restartPolicy: 'Always', ...container }] }, container)), // prettier-ignore
      ]),
      get(`${QUOTAS}/q`),
      get(`${QUOTAS}/q`, { headers: { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } }),
      ...['1Gi', '3Gi', '2.5Gi'].map((storage) => patch(`${CORE}/persistentvolumeclaims/c0`, { spec: { resources: { requests: { storage } } } })), // prettier-ignore
      remove(`${CORE}/persistentvolumeclaims/c0`),
      remove(`${PODS}/p0?gracePeriodSeconds=0`),
      get(`${QUOTAS}/q`),
    ]),
  )

const SPECS: readonly Members[] = [
  {}, { hard: null }, { hard: {} }, { hard: { x: '1' } }, { hard: { 'a/b': '1' } }, { hard: { 'count/x': '1' } }, { hard: { 'count/x.y': '1' } }, { hard: { 'count/': '1' } }, { hard: { 'requests.x': '1' } }, { hard: { 'requests.a/b': '1' } }, { hard: { 'limits.a/b': '1' } }, { hard: { 'kubernetes.io/x': '1' } }, { hard: { pods: 1 } }, { hard: { pods: '-1' } }, { hard: { pods: '0.5' } }, { hard: { pods: '1k' } }, { hard: { cpu: '0.0001' } }, { hard: { 'x.storageclass.storage.k8s.io/requests.storage': '1' } }, { hard: { 'X.storageclass.storage.k8s.io/requests.storage': '1' } }, { hard: { '.storageclass.storage.k8s.io/requests.storage': '1' } }, { hard: { 'services.nodeports': '1.5' } }, { hard: { pods: 'x' } }, { hard: { pods: null } }, { hard: { pods: [] } }, { hard: { '': '1' } }, { scopes: [] }, { scopes: ['X'] }, { scopes: ['BestEffort'], hard: { cpu: '1' } }, { scopes: ['BestEffort', 'NotBestEffort'], hard: { pods: '1' } }, { scopes: ['Terminating', 'NotTerminating'], hard: { pods: '1' } }, { scopes: ['BestEffort', 'BestEffort'], hard: { pods: '1' } }, { scopes: ['PriorityClass'], hard: { pods: '1' } }, { scopes: ['CrossNamespacePodAffinity'], hard: { pods: '1', secrets: '1' } }, { scopes: [''] }, { scopeSelector: {} }, { scopeSelector: { matchExpressions: [{}] } }, { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In' }] } }, { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'Exists', values: ['x'] }] } }, { scopeSelector: { matchExpressions: [{ scopeName: 'BestEffort', operator: 'In', values: ['x'] }] } }, { scopeSelector: { matchExpressions: [{ scopeName: 'X', operator: 'Y' }] } }, { scopeSelector: { matchExpressions: [{ scopeName: 'Terminating', operator: 'Exists' }, { scopeName: 'NotTerminating', operator: 'Exists' }] } }, { scopeSelector: null, scopes: null },
] // prettier-ignore

const faults = (): Case =>
  scenario('quota', 'quota-faults', [
    post(QUOTAS, { metadata: { name: 'q' }, spec: { hard: { pods: '1' }, scopes: ['BestEffort'] } }),
    ...SPECS.flatMap((spec) => [
      post(`${QUOTAS}?dryRun=All`, { metadata: { name: 'x' }, spec }),
      put(`${QUOTAS}/q?dryRun=All`, { metadata: { name: 'q' }, spec }),
      put(`${QUOTAS}/q/status?dryRun=All`, {
        metadata: { name: 'q' },
        status: { hard: spec['hard'], used: spec['hard'] },
      }),
      patch(`${QUOTAS}/q?dryRun=All&fieldManager=m`, { apiVersion: 'v1', kind: 'ResourceQuota', spec }, { type: 'apply' }), // prettier-ignore
    ]),
  ])

const LIMITS: readonly Members[] = [
  { type: 'Container', default: { cpu: '500m' } }, { type: 'Container', defaultRequest: { cpu: '500m' } }, { type: 'Container', max: { cpu: '1' } }, { type: 'Container', min: { cpu: '0.1' } }, { type: 'Container', max: { cpu: '1' }, min: { cpu: '2' } }, { type: 'Container', max: { cpu: '1' }, default: { cpu: '2' } }, { type: 'Container', min: { memory: '1Mi' }, defaultRequest: { memory: '1Ki' } }, { type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '2' } }, { type: 'Container', maxLimitRequestRatio: { cpu: '1.5' } }, { type: 'Container', maxLimitRequestRatio: { cpu: '0.5' } }, { type: 'Container', maxLimitRequestRatio: { cpu: '10' }, min: { cpu: '1' }, max: { cpu: '2' } }, { type: 'Pod', max: { cpu: '1.5', memory: '1.5Gi' } }, { type: 'Pod', default: { cpu: '1' } }, { type: 'Pod', min: { cpu: '100m' }, maxLimitRequestRatio: { cpu: '2' } }, { type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2.5Gi' } }, { type: 'PersistentVolumeClaim' }, { type: 'PersistentVolumeClaim', default: { storage: '1' } }, { type: 'X/y', max: { cpu: '1' } }, { type: 'bogus' }, { type: '' }, { type: 'a.b/c', max: { 'x y': '1' } }, { type: 'Container', max: { 'example.com/gpu': '1' } }, { type: 'Container', max: { cpu: null } }, { type: 'Container', max: { cpu: '-1' } },
] // prettier-ignore

const ranges = (): Case[] => [
  scenario('quota', 'range-faults', LIMITS.flatMap((limit) => [
    post(`${CORE}/limitranges?dryRun=All`, { metadata: { name: 'x' }, spec: { limits: [limit] } }),
    post(`${CORE}/limitranges?dryRun=All`, { metadata: { name: 'x' }, spec: { limits: [limit, limit] } }),
    post(`${CORE}/limitranges?dryRun=All&fieldValidation=Strict`, { metadata: { name: 'x' }, spec: { limits: [{ ...limit, bogus: 1 }] } }),
  ])), // prettier-ignore
  ...LIMITS.slice(0, 15).map((limit, at) =>
    scenario('quota', `range-${at}`, [
      post(`${CORE}/limitranges`, { metadata: { name: 'x' }, spec: { limits: [limit] } }),
      ...CONTAINERS.flatMap((container, number): Step[] => [
        post(PODS, pod(`p${number}`, {}, container)),
        post(`${PODS}?dryRun=All`, pod('i', { initContainers: [{ name: 'i', image: 'i', ...container }] }, container)),
        post(`${groupPath('apps', 'v1')}/deployments?dryRun=All`, { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i', ...container }] } } } }), // prettier-ignore
      ]),
      ...['500Mi', '1Gi', '2.5Gi', '2560Mi', '3', '2500000001'].map((storage, number) => post(`${CORE}/persistentvolumeclaims`, claim(`c${number}`, storage))), // prettier-ignore
    ]),
  ),
]

/** Quotas and ranges with fractions, and their faults. */
export const limitQuestions = (): Case[] => [...quota(), faults(), ...ranges()]
