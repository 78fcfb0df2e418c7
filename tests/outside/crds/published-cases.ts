import type { ApiObject } from '../../../worker/api/object.ts'
import type { Case, Step } from '../../conformance/case.ts'
import { get, patch, post, put, remove, pause } from '../differential/scenarios/steps.ts'
import type { PublishedModule } from './modules.ts'
import { sample, wronglyTyped, type SampleChoice, type Schema } from './sample-objects.ts'

type Members = Record<string, unknown>

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const TABLE = { headers: { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } }
/** The time in which both servers publish the schemas of new definitions. */
const PUBLISHED_MS = 6000
const SERVED_MS = 10_000

interface Version {
  readonly name: string
  readonly served: boolean
  readonly storage: boolean
  readonly schema?: { readonly openAPIV3Schema?: Schema }
  readonly subresources?: { readonly status?: object; readonly scale?: object }
}

interface Spec {
  readonly group: string
  readonly scope: string
  readonly names: { readonly plural: string; readonly kind: string }
  readonly versions: readonly Version[]
  readonly conversion?: { readonly strategy?: string }
}

interface Definition {
  readonly name: string
  readonly object: ApiObject
  readonly spec: Spec
}

const definitionOf = (object: ApiObject): Definition => ({
  name: object.metadata?.name ?? '',
  object,
  spec: object.spec as unknown as Spec,
})

const collection = ({ spec: { group, scope, names } }: Definition, version: string): string =>
  `/apis/${group}/${version}${scope === 'Namespaced' ? '/namespaces/${ns}' : ''}/${names.plural}`

/** A read of the list, once it is served. */
const served = (definition: Definition, version: string, more: Partial<Step> = {}): Step =>
  get(collection(definition, version), { until: { equals: 200, ms: SERVED_MS }, ...more })

/**
 * A step whose answer is an object or the faults of one. The real server finds faults in a random order, so they are
 * compared as a set, and the message that joins them is not compared.
 */
const checkedStep = ({ properties = {} }: Schema): Pick<Step, 'only' | 'unordered'> => ({
  only: [...new Set(['kind', 'apiVersion', 'metadata', 'details', 'reason', 'code', ...Object.keys(properties)])],
  unordered: ['details.causes'],
})

/** Requests for objects of one version. */
function objectSteps(definition: Definition, { name: at, schema, subresources }: Version): readonly Step[] {
  const { spec } = definition
  const root = schema?.openAPIV3Schema ?? {}
  const list = collection(definition, at)
  const typed = (name: string, content: Members): Members => ({
    ...content,
    apiVersion: `${spec.group}/${at}`,
    kind: spec.names.kind,
    metadata: { name },
  })
  const made = (name: string, choice: SampleChoice): Members => typed(name, sample(root, choice) as Members)
  const full = `${list}/full`
  const checked = checkedStep(root)
  return [
    post(list, typed('empty', {}), checked),
    post(list, typed('hollow', { spec: {} }), checked),
    post(list, made('least', { requiredOnly: true }), checked),
    post(list, made('full', {}), checked),
    post(list, made('more', { unknown: true }), checked),
    post(`${list}?fieldValidation=Strict`, made('strict', { unknown: true })),
    post(list, typed('wrong', wronglyTyped(root)), checked),
    get(full),
    patch(full, { spec: { zzUnknown: 1 } }, checked),
    patch(`${list}/applied?fieldManager=m`, made('applied', { requiredOnly: true }), { type: 'apply', ...checked }),
    ...(subresources?.status === undefined ? [] : [put(`${full}/status`, made('full', {}), checked)]),
    ...(subresources?.scale === undefined ? [] : [get(`${full}/scale`)]),
    get(list),
    get(list, TABLE),
    remove(list, { only: ['status'] }),
  ]
}

/** Creates a definition, and reads and writes objects of each served version. */
function definitionCase(module: string, definition: Definition): Case {
  const { name, object, spec } = definition
  const versions = spec.versions.filter((version) => version.served)
  const isConverted = spec.conversion?.strategy === 'Webhook'
  return {
    name: `${module} ${name}`,
    area: 'published',
    ns: 'published',
    cleanup: [`${DEFINITIONS}/${name}`],
    steps: [
      post(DEFINITIONS, object, checkedStep({ properties: { spec: {}, status: {} } })),
      ...versions.map((version) => served(definition, version.name)),
      get(`${DEFINITIONS}/${name}`),
      get(`/apis/${spec.group}`),
      ...versions.flatMap((version) => [
        get(`/apis/${spec.group}/${version.name}`),
        // The program that serves the conversion webhook does not run.
        ...(isConverted && !version.storage ? [] : objectSteps(definition, version)),
      ]),
    ],
  }
}

/** Creates all definitions of a module and reads the published schemas. */
function schemaCase(module: string, definitions: readonly Definition[]): Case {
  const versions = new Set(
    definitions.flatMap(({ spec }) =>
      spec.versions.filter((version) => version.served).map(({ name }) => `${spec.group}/${name}`),
    ),
  )
  return {
    name: `${module} schemas`,
    area: 'published-schemas',
    ns: 'published',
    cleanup: definitions.map(({ name }) => `${DEFINITIONS}/${name}`),
    steps: [
      ...definitions.map(({ object }) => post(DEFINITIONS, object, { only: ['status'] })),
      ...definitions.flatMap((definition) =>
        definition.spec.versions
          .filter((version) => version.served)
          .map((version) => served(definition, version.name, { only: ['kind'] })),
      ),
      pause(PUBLISHED_MS),
      ...[...versions].map((version) => get(`/openapi/v3/apis/${version}`)),
      get('/openapi/v2'),
    ],
  }
}

/** Cases with the definitions of other projects: one for each definition, and one for the schemas of each module. */
export async function publishedCases(modules: readonly PublishedModule[]): Promise<readonly Case[]> {
  const cases: Case[] = []
  for (const { module, definitions } of modules) {
    const all = (await definitions()).map(definitionOf)
    cases.push(...all.map((definition) => definitionCase(module, definition)), schemaCase(module, all))
  }
  return cases
}
