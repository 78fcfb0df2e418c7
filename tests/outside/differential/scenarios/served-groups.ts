import type { Case, Step } from '../../../conformance/case.ts'
import { get, groupPath, join, patch, post, remove, scenario, watching } from './steps.ts'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const API_SERVICES = '/apis/apiregistration.k8s.io/v1/apiservices'
const AGGREGATED = 'application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io'
const VERSIONS = ['v1alpha1', 'v1', 'v2beta1', 'v10', 'foo', 'v2', 'v1beta2', 'bar']
const [LATE, EARLY] = ['d1.q.example.com', 'a0.q.example.com']

const definition = (group: string, plural: string, versions: readonly string[]): object => ({
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural, kind: `K${plural}` },
    versions: versions.map((name, at) => ({
      name,
      served: true,
      storage: at === 0,
      schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      ...(at % 2 === 1 && { subresources: { status: {} } }),
    })),
  },
})

const served = (path: string): Step => get(path, { until: { equals: 200, ms: 10_000 }, ignore: true })
const gone = (path: string): Step => get(path, { until: { equals: 404, ms: 10_000 }, ignore: true })
const apiService = (version: string): Step =>
  get(`${API_SERVICES}/${version}.${LATE}`, { only: ['spec', 'metadata.labels', 'status.conditions.0.reason'] })

/** The order of groups and versions, and the API service of each version while definitions change. */
const orders = (): Case =>
  scenario(
    'discovery',
    'served-groups',
    [
      post(DEFINITIONS, definition(LATE, 'as', VERSIONS), { ignore: true }),
      post(DEFINITIONS, definition(LATE, 'bs', ['v2']), { ignore: true }),
      post(DEFINITIONS, definition(EARLY, 'zs', ['v1beta1']), { ignore: true }),
      ...[`${LATE}/v1/as`, `${LATE}/v2/bs`, `${EARLY}/v1beta1/zs`].map((path) => served(`/apis/${path}`)),
      served(`${API_SERVICES}/v1beta1.${EARLY}`),
      { sleep: 2500 },
      ...['application/json', 'application/yaml', AGGREGATED].map((accept) =>
        get('/apis', { headers: { Accept: accept } }),
      ),
      get(`/apis/${LATE}`),
      ...VERSIONS.flatMap((version) => [get(`/apis/${LATE}/${version}`), apiService(version)]),
      patch(`${API_SERVICES}/v1.${LATE}`, { spec: { versionPriority: 7 } }, { ignore: true }),
      get(`${API_SERVICES}/v1.${LATE}`, { until: { path: 'spec.versionPriority', equals: 100, ms: 6000 }, only: ['spec'] }),
      remove(`${API_SERVICES}/v1.${LATE}`, { ignore: true }),
      served(`${API_SERVICES}/v1.${LATE}`),
      patch(`${DEFINITIONS}/as.${LATE}`, [{ op: 'replace', path: '/spec/versions/1/served', value: false }], { type: 'json', ignore: true }),
      gone(`${API_SERVICES}/v1.${LATE}`),
      { sleep: 2500 },
      get(`/apis/${LATE}`),
    ],
    { cleanup: [`${DEFINITIONS}/as.${LATE}`, `${DEFINITIONS}/bs.${LATE}`, `${DEFINITIONS}/zs.${EARLY}`] },
  ) // prettier-ignore

const GROUP = 'l3.q.example.com'
const WATCHED = `${groupPath(GROUP, 'v1')}/ws`
const object = (name: string, metadata: object = {}): object => ({
  apiVersion: `${GROUP}/v1`,
  kind: 'Kws',
  metadata: { name, ...metadata },
})

/** Watches that show the removal of objects whose definition is deleted. */
const deletion = (): Case =>
  scenario(
    'crd',
    'watched-deletion',
    [
      post(DEFINITIONS, definition(GROUP, 'ws', ['v1']), { ignore: true }),
      served(WATCHED),
      post(WATCHED, object('a')),
      post(WATCHED, object('b', { finalizers: ['x.y/z'] })),
      ...[WATCHED, `/apis/${GROUP}/v1/ws`].map((path) => watching(`${path}?watch=1`, {}, { watch: { ms: 6000 } })),
      remove(`${DEFINITIONS}/ws.${GROUP}`, { ignore: true }),
      { sleep: 2500 },
      patch(`${WATCHED}/b`, { metadata: { finalizers: null } }, { ignore: true }),
      join,
    ],
    { cleanup: [`${DEFINITIONS}/ws.${GROUP}`] },
  )

export const servedGroupScenarios = (): Case[] => [orders(), deletion()]
