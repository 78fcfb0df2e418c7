import { lazy } from '../api/lazy.ts'
import { byPreference, formatGroupVersion } from '../api/group-version.ts'
import type { Resource, ResourceVersion, Subresource } from '../resources/resource.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { structuralType } from '../schema/custom/structural.ts'
import type { ExtensionsEnvironment } from './extensions-environment.ts'
import type { VersionOptions } from './custom-version.ts'
import { customVersion } from './custom-version.ts'
import type { Definition, DefinitionVersion } from './definition.ts'
import { refusesCreates } from './definition.ts'
import { storageHash } from './storage-hash.ts'
import { documentOf } from './version-document.ts'

/** The verbs of a custom resource, in the order of the real server. */
const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']
const PART_VERBS = ['get', 'patch', 'update']

type ServingEnvironment = Pick<ExtensionsEnvironment, 'store' | 'clock' | 'dialect' | 'callWebhook' | 'ratchets'>

/**
 * The resource that an established definition describes; undefined when no version is served. `revision`: the
 * revision with which the definition took this form.
 */
export function servedResource(
  definition: Definition,
  revision: number,
  withdrawn: AbortSignal,
  environment: ServingEnvironment,
): Resource | undefined {
  const { spec } = definition
  const options = { ...environment, convert: remoteConverter(definition, environment) }
  const names = definition.status?.acceptedNames ?? spec.names
  const stored = spec.versions.find(({ storage }) => storage)
  const versions = spec.versions
    .map((version) => ({ version, made: resourceVersion(definition, version, stored?.name ?? '', options) }))
    .sort((a, b) => byPreference(a.version.name, b.version.name))
  const served = versions.filter(({ version }) => version.served).map(({ made }) => made)
  const storageVersion = versions.find(({ version }) => version === stored)?.made
  const [preferred] = served
  if (preferred?.custom === undefined || storageVersion === undefined) return undefined
  return {
    group: spec.group,
    name: names.plural,
    singular: names.singular ?? '',
    kind: names.kind,
    listKind: names.listKind ?? '',
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    namespaced: spec.scope === 'Namespaced',
    versions: served,
    unserved: versions.filter(({ version }) => !version.served).map(({ made }) => made),
    storageVersion,
    storage: `${spec.group}/${names.plural}`,
    traits: preferred.custom.behaviour,
    behaviour: preferred.custom.behaviour,
    otherSchemaUpTo: revision,
    withdrawn,
    terminating: refusesCreates(definition),
  }
}

const converting = lazy(() => import('./webhook-conversion.ts'))

/** The conversion by the webhook of a definition; undefined without a webhook. The code loads at the first conversion. */
function remoteConverter({ spec }: Definition, environment: ServingEnvironment): VersionOptions['convert'] {
  const { strategy, webhook = {} } = spec.conversion ?? { strategy: 'None' }
  if (strategy !== 'Webhook') return undefined
  const { store, clock, dialect, callWebhook } = environment
  const findService = (namespace: string, name: string) => store.get({ resource: 'services', namespace, name })?.object
  return async (object, apiVersion) => {
    if (object.apiVersion === apiVersion) return object
    const { convertByWebhook } = await converting()
    return convertByWebhook(webhook, { clock, dialect, callWebhook, findService }, object, apiVersion)
  }
}

function resourceVersion(
  definition: Definition,
  version: DefinitionVersion,
  stored: string,
  options: VersionOptions,
): ResourceVersion {
  const { spec, status } = definition
  const { kind } = status?.acceptedNames ?? spec.names
  const apiVersion = formatGroupVersion({ group: spec.group, version: version.name })
  const schema = structuralType(documentOf(version))
  const own = { group: spec.group, version: version.name, kind }
  const parts = new Map<string, Subresource>()
  if (version.subresources?.status) parts.set('status', { name: 'status', kind: own, verbs: PART_VERBS, schema })
  if (version.subresources?.scale) {
    const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale' }
    parts.set('scale', {
      name: 'scale',
      kind: scale,
      verbs: PART_VERBS,
      schema: builtinType('api.autoscaling.v1.Scale'),
    })
  }
  return {
    version: version.name,
    apiVersion,
    schema,
    verbs: VERBS,
    subresources: parts,
    storageVersionHash: storageHash(spec.group, stored, kind),
    ...(version.deprecated === true && {
      deprecation: version.deprecationWarning ?? deprecation(definition, version),
    }),
    custom: customVersion(definition, version, options),
  }
}

/** The deprecation warning of a version; it names the best served version that is preferred to this one and not deprecated. */
function deprecation({ spec, status }: Definition, version: DefinitionVersion): string {
  const { kind } = status?.acceptedNames ?? spec.names
  const what = (name: string): string => `${formatGroupVersion({ group: spec.group, version: name })} ${kind}`
  const [better] = spec.versions
    .filter(({ served, deprecated, name }) => served && deprecated !== true && byPreference(name, version.name) < 0)
    .map(({ name }) => name)
    .sort(byPreference)
  return `${what(version.name)} is deprecated${better === undefined ? '' : `; use ${what(better)}`}`
}
