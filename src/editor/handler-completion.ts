import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { isObject, objectOrEmpty, objectsIn, stringsIn, type JsonObject } from '../../worker/api/json.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { getJson } from '../client/resource-client.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { SchemaSources } from './completion.ts'
import { namesIn, segmentsOf, typesAt, type Types, type TypeSource } from './handler-types.ts'
import type { TypeNode } from './openapi.ts'
import { describeType } from './type-text.ts'

/** The members of `ClusterApi` (src/handlers/handler.ts): name, signature, meaning. */
const API: readonly (readonly [name: string, signature: string, meaning: string])[] = [
  ['get', '(collection, name, namespace?)', 'Undefined when the object does not exist.'],
  ['list', '(collection, { namespace, labelSelector }?)', 'The objects of a collection.'],
  ['apply', '(object, { owner, force }?)', 'Server-side apply, with the name of the handler as field manager.'],
  ['patch', '(object, patch)', 'A JSON merge patch.'],
  ['status', '(object, status)', 'Replaces fields of the status by a merge patch.'],
  ['delete', '(object)', 'Deletes the object.'],
  ['event', '(object, { type, reason, message })', 'Records an Event about the object.'],
]

/** The member access before the cursor: `object.spec.re`. */
const ACCESS = /([A-Za-z_$][\w$]*(?:[?!]?\.[A-Za-z_$][\w$]*|[?!]?\.?\[\d+\])*)[?!]?\.([\w$]*)$/

/** Completes the fields of objects in a handler from the cluster's OpenAPI, and the members of `ClusterApi`. */
export function handlerCompletionSource(cluster: ClusterHandle, sources: SchemaSources) {
  const source = typeSource(cluster, sources)
  return async ({ state, pos }: CompletionContext): Promise<CompletionResult | null> => {
    const line = state.doc.lineAt(pos)
    const [, path = '', prefix = ''] = ACCESS.exec(line.text.slice(0, pos - line.from)) ?? []
    if (path === '') return null
    const options = path === 'api' ? API.map(apiMember) : fields(await typesOf(path, state.doc.toString(), source))
    return options.length === 0 ? null : { from: pos - prefix.length, options, validFor: /^[\w$]*$/ }
  }
}

const apiMember = ([label, detail, info]: (typeof API)[number]): Completion => ({
  label,
  type: 'function',
  detail,
  info,
})

async function typesOf(path: string, text: string, source: TypeSource): Promise<Types> {
  return typesAt(segmentsOf(path), await namesIn(text, source))
}

function fields(types: Types): Completion[] {
  const found = new Map<string, Completion>()
  for (const type of types)
    for (const label of Object.keys(type.schema.properties ?? {}).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name))) {
      const child = type.child(label)
      if (child === undefined || found.has(label)) continue
      const info = child.description === undefined ? {} : { info: child.description }
      found.set(label, { label, type: 'property', detail: describeType(child), ...info })
    }
  return [...found.values()]
}

/** The types of the objects that a handler receives, from the OpenAPI of the cluster. */
export function typeSource(cluster: ClusterHandle, { types, discovery }: SchemaSources): TypeSource {
  const typeOf = async (group: string, version: string, resource: string): Promise<TypeNode | undefined> => {
    const kind = (await discovery()).byResource(group, resource)?.kind
    return kind === undefined ? undefined : types.type(group === '' ? version : `${group}/${version}`, kind)
  }
  return {
    collection(name) {
      const [resource = '', version = '', group = ''] = name.split('/').reverse()
      return typeOf(group, version, resource)
    },
    async reviewed(service) {
      const found: TypeNode[] = []
      for (const [group, version, resource] of await reviewedBy(cluster, service)) {
        const type = await typeOf(group, version, resource)
        if (type !== undefined) found.push(type)
      }
      return found
    },
  }
}

type Reviewed = readonly [group: string, version: string, resource: string]

/** The resources in the rules of webhook configurations that name the service. */
async function reviewedBy(cluster: ClusterHandle, service: string): Promise<readonly Reviewed[]> {
  const [namespace = '', name = ''] = service.split('/')
  const group = dialects[cluster.info.dialect].spell('admissionregistration.{domain}')
  const isCalled = ({ clientConfig }: JsonObject): boolean => {
    const { service: target, url } = objectOrEmpty(clientConfig)
    if (isObject(target)) return target['namespace'] === namespace && target['name'] === name
    return typeof url === 'string' && url.startsWith(`https://${name}.${namespace}.svc`)
  }
  const lists = await Promise.all(
    ['validating', 'mutating'].map((kind) =>
      getJson<JsonObject>(cluster, `/apis/${group}/v1/${kind}webhookconfigurations`),
    ),
  )
  const hooks = lists.flatMap(({ items }) => objectsIn(items).flatMap(({ webhooks }) => objectsIn(webhooks)))
  return hooks
    .filter(isCalled)
    .flatMap(({ rules }) => objectsIn(rules))
    .flatMap(({ apiGroups, apiVersions, resources }) =>
      stringsIn(apiGroups).flatMap((one) =>
        stringsIn(apiVersions).flatMap((version) =>
          stringsIn(resources).map((resource) => [one, version, resource] as const),
        ),
      ),
    )
}
