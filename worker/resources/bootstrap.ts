import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { BootstrapObject, BootstrapSettings } from './bootstrap-object.ts'
import { prioritiesOf } from './api-registration/group-priorities.ts'
import { FLOW_SCHEMAS, PRIORITY_LEVELS } from './flow-control/suggested-objects.ts'
import { ownService } from './own-service.ts'
import { SYSTEM_CLASSES } from './scheduling/system-classes.ts'
import { extensionAuthentication, identityLease } from './server-identity.ts'

const SYSTEM_NAMESPACES = ['default', '{system}-system', '{system}-public', '{system}-node-lease']
const FLOW_PRODUCER = 'api-priority-and-fairness-config-producer-v1'

/**
 * The objects that every cluster starts with: first the namespaces, then the objects in them and the cluster-scoped
 * ones. Callers import this file dynamically, because only the start of a cluster needs it.
 */
export async function bootstrapObjects(settings: BootstrapSettings): Promise<readonly (readonly BootstrapObject[])[]> {
  const { spell } = settings.dialect
  const object = (kind: string, name: string, parts: JsonObject, namespace?: string): ApiObject => ({
    kind,
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    ...parts,
  })
  const namespaces = SYSTEM_NAMESPACES.map((name) => core('namespaces', object('Namespace', name, {})))
  const rest = [
    ...ownService(settings.serviceRanges[0], settings.advertised),
    core('configmaps', object('ConfigMap', TOKEN_TRACKING, since(settings.clock), '{system}-system')),
    ...apiServices(settings),
    ...[...SYSTEM_CLASSES].map(([name, parts]) => ({
      group: 'scheduling.{domain}',
      version: 'v1',
      resource: 'priorityclasses',
      object: object('PriorityClass', name, { ...parts }),
    })),
    ...flowObjects('PriorityLevelConfiguration', 'prioritylevelconfigurations', PRIORITY_LEVELS),
    ...flowObjects('FlowSchema', 'flowschemas', FLOW_SCHEMAS),
    ...(settings.rbac ? await policyOf(settings) : []),
    ...extensionAuthentication({ ...settings.extensionAuthentication }),
    ...(settings.hostname === undefined ? [] : [await identityLease(settings.hostname, settings.clock)]),
  ]
  return [namespaces, rest].map((step) => step.map((one) => spelled(one, spell)))
}

async function policyOf({ dialect, featureGates }: BootstrapSettings): Promise<readonly BootstrapObject[]> {
  const { bootstrapPolicy } = await import('./rbac/bootstrap-policy.ts')
  return bootstrapPolicy(dialect, (gate) => featureGates[gate] ?? false)
}

const core = (resource: string, object: ApiObject): BootstrapObject => ({
  group: '',
  version: 'v1',
  resource,
  object,
})

/** Spells names in the cluster's dialect, and gives the body the group and version of its path. */
export function spelled({ object, ...place }: BootstrapObject, spell: Dialect['spell']): BootstrapObject {
  const group = spell(place.group)
  const apiVersion = group === '' ? place.version : `${group}/${place.version}`
  return { ...place, group, object: { apiVersion, ...spelledValue(object, spell) } }
}

function spelledValue<Value extends Json | ApiObject>(value: Value, spell: Dialect['spell']): Value
function spelledValue(value: Json | ApiObject, spell: Dialect['spell']): Json {
  if (typeof value === 'string') return spell(value)
  if (Array.isArray(value)) return value.map((item) => spelledValue(item, spell))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [spell(key), spelledValue(item ?? null, spell)]))
}

const TOKEN_TRACKING = '{system}-apiserver-legacy-service-account-token-tracking'

/** The day on which the server began to record the use of tokens in secrets. */
const since = (clock: Clock): JsonObject => ({ data: { since: new Date(clock.now()).toISOString().slice(0, 10) } })

/** An APIService for each served version whose group has a discovery priority. */
function apiServices({ dialect: { spell }, catalog }: BootstrapSettings): readonly BootstrapObject[] {
  const prioritiesIn = prioritiesOf(spell)
  return catalog.groups().flatMap(({ group, versions }) =>
    versions.flatMap((version) => {
      const priorities = prioritiesIn(group, version)
      if (priorities === undefined) return []
      const labels = { '{system}-aggregator.{labels}/automanaged': 'onstart' }
      const spec = { ...(group !== '' && { group }), version, ...priorities }
      const object = { kind: 'APIService', metadata: { name: `${version}.${group}`, labels }, spec }
      return [{ group: 'apiregistration.{domain}', version: 'v1', resource: 'apiservices', object }]
    }),
  )
}

function flowObjects(
  kind: string,
  resource: string,
  specs: ReadonlyMap<string, JsonObject>,
): readonly BootstrapObject[] {
  const annotations = { 'apf.{labels}/autoupdate-spec': 'true' }
  return [...specs].map(([name, spec]) => ({
    group: 'flowcontrol.{apiserver}{domain}',
    version: 'v1',
    resource,
    object: { kind, metadata: { name, annotations }, spec },
    fieldManager: FLOW_PRODUCER,
  }))
}
