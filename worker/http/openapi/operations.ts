import type { GroupVersionKind } from '../../api/group-version.ts'
import type { ResourceFacts, ResourceVersion, Subresource } from '../../resources/resource.ts'
import type { Operation, Parameter } from './operation.ts'
import type { Subject } from './operation-words.ts'
import { capital, operationWords } from './operation-words.ts'
import {
  DELETE,
  DELETE_COLLECTION,
  inPath,
  LIST,
  LOG,
  optionParameters,
  PATCH,
  PRETTY,
  WRITE,
} from './operation-parameters.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

const META = 'apimachinery.pkg.apis.meta.v1'
const STATUS = `${META}.Status`

/** A resource version and the names that its operations are built from. */
export interface PublishedResource {
  readonly resource: ResourceFacts
  readonly version: ResourceVersion
  /** The path of the group and version, such as `/apis/apps/v1`. */
  readonly root: string
  /** The group and version in operation ids, such as `AppsV1`. */
  readonly prefix: string
  /** The name of the schema, such as `api.apps.v1.Deployment`. */
  readonly type: string
  /** The name of the schema of its list, such as `api.apps.v1.DeploymentList`; empty without a list type. */
  readonly listType: string
}

/**
 * Computes the operations of a resource from its verbs, scope and subresources. Built-in and custom resources are then
 * published in the same way.
 */
export function operationsOf(published: PublishedResource): Operation[] {
  const { resource, version, root } = published
  const namespaced = resource.namespaced
  const collection = namespaced ? `${root}/namespaces/{namespace}/${resource.name}` : `${root}/${resource.name}`
  const scope = namespaced ? inPath('namespace') : []
  const item = { path: `${collection}/{name}`, parameters: [...inPath('name'), ...scope, ...PRETTY] }
  return [
    ...(namespaced ? allNamespacesOperations(published) : []),
    ...collectionOperations(published, collection, [...scope, ...PRETTY]),
    ...itemOperations(published, item.path, item.parameters, {
      type: published.type,
      kind: kindOf(published),
      verbs: version.verbs,
    }),
    ...[...version.subresources.values()].flatMap((sub) => subresourceOperations(published, item.path, sub)),
    ...watchOperations(published, collection),
  ]
}

const scopeWord = ({ resource }: PublishedResource): string => (resource.namespaced ? 'Namespaced' : '')
const kindOf = ({ resource, version }: PublishedResource): GroupVersionKind => ({
  group: resource.group,
  version: version.version,
  kind: resource.kind,
})

/** `AppsV1NamespacedDeployment`: the end of an operation id. */
const idEnd = (published: PublishedResource): string =>
  `${published.prefix}${scopeWord(published)}${published.resource.kind}`

function listOperation(
  published: PublishedResource,
  { path, id, parameters }: Pick<Operation, 'path' | 'id' | 'parameters'>,
): Operation {
  const { resource, version, listType } = published
  return {
    path,
    method: 'get',
    id,
    action: 'list',
    kind: kindOf(published),
    description: operationWords('list', 'get', { kind: resource.kind, isWatched: version.verbs.includes('watch') }),
    parameters: [...LIST, ...parameters],
    responses: { 200: listType },
    produces: 'stream',
  }
}

function allNamespacesOperations(published: PublishedResource): Operation[] {
  const { resource, version, root, prefix } = published
  if (!version.verbs.includes('list')) return []
  const id = `list${prefix}${resource.kind}ForAllNamespaces`
  return [listOperation(published, { path: `${root}/${resource.name}`, id, parameters: PRETTY })]
}

function collectionOperations(published: PublishedResource, path: string, common: readonly Parameter[]): Operation[] {
  const { version, prefix, type, resource } = published
  const kind = kindOf(published)
  const end = idEnd(published)
  const operations: Operation[] = []
  const has = (verb: string): boolean => version.verbs.includes(verb)
  if (has('list')) operations.push(listOperation(published, { path, id: `list${end}`, parameters: common }))
  if (has('create')) {
    const parameters = [...WRITE, ...common]
    operations.push(createOperation({ path, id: `create${end}`, kind, subject: resource, type, parameters }))
  }
  if (has('deletecollection')) {
    operations.push({
      path,
      method: 'delete',
      id: `delete${prefix}Collection${scopeWord(published)}${resource.kind}`,
      action: 'deletecollection',
      kind,
      description: operationWords('deletecollection', 'delete', resource),
      parameters: [...DELETE_COLLECTION, ...common],
      body: { type: `${META}.DeleteOptions`, required: false },
      responses: { 200: STATUS },
      produces: 'object',
    })
  }
  return operations
}

interface Creation extends Pick<Operation, 'path' | 'id' | 'kind' | 'parameters'> {
  readonly subject: Subject
  readonly type: string
}

function createOperation({ path, id, kind, subject, type, parameters }: Creation): Operation {
  const responses = { 200: type, 201: type, 202: type }
  return {
    path,
    method: 'post',
    id,
    action: 'post',
    kind,
    description: operationWords('post', 'post', subject),
    parameters,
    body: { type, required: true },
    responses,
    produces: 'object',
  }
}

interface Item {
  /** The subresource, such as `status`; absent for the object itself. */
  readonly subresource?: string
  readonly type: string
  readonly kind: GroupVersionKind
  readonly verbs: readonly string[]
}

function itemOperations(
  published: PublishedResource,
  path: string,
  common: readonly Parameter[],
  item: Item,
): Operation[] {
  const { resource } = published
  const { subresource, type, kind, verbs } = item
  const suffix = capital(subresource ?? '')
  const subject: Subject = { kind: resource.kind, ...(subresource !== undefined && { subresource }) }
  const id = (word: string): string => `${word}${idEnd(published)}${suffix}`
  const operations: Operation[] = []
  const add = (operation: Omit<Operation, 'path' | 'kind' | 'description' | 'produces'>): void => {
    const description = operationWords(operation.action, operation.method, subject)
    operations.push({ path, kind, description, produces: 'object', ...operation })
  }
  if (verbs.includes('get')) {
    add({ method: 'get', id: id('read'), action: 'get', parameters: common, responses: { 200: type } })
  }
  if (verbs.includes('update')) {
    const body = { type, required: true }
    const parameters = [...WRITE, ...common]
    add({ method: 'put', id: id('replace'), action: 'put', parameters, body, responses: { 200: type, 201: type } })
  }
  if (verbs.includes('patch')) {
    const body = { type: `${META}.Patch`, required: true }
    const parameters = [...PATCH, ...common]
    add({ method: 'patch', id: id('patch'), action: 'patch', parameters, body, responses: { 200: type, 201: type } })
  }
  if (verbs.includes('delete')) {
    const answer = resource.traits.deleteAnswersObject ? type : STATUS
    const body = { type: `${META}.DeleteOptions`, required: false }
    const parameters = [...DELETE, ...common]
    const responses = { 200: answer, 202: answer }
    add({ method: 'delete', id: id('delete'), action: 'delete', parameters, body, responses })
  }
  return operations
}

function subresourceOperations(published: PublishedResource, itemPath: string, sub: Subresource): Operation[] {
  const { resource } = published
  const path = `${itemPath}/${sub.name}`
  const place = [...inPath('name'), ...(resource.namespaced ? inPath('namespace') : [])]
  const common = [...place, ...PRETTY]
  const suffix = capital(sub.name)
  // The schema of a custom resource has no name.
  const type = sub.kind.kind === resource.kind ? published.type : (sub.schema.name ?? '')
  if (sub.kind.kind.endsWith('Options')) return connectOperations(published, path, place, sub)
  if (sub.name === 'log') {
    const id = `read${idEnd(published)}${suffix}`
    const parameters = [...LOG, ...common]
    return [
      {
        path,
        method: 'get',
        id,
        action: 'get',
        kind: sub.kind,
        description: operationWords('get', 'get', { kind: resource.kind, subresource: sub.name }),
        parameters,
        responses: { 200: undefined },
        produces: 'log',
      },
    ]
  }
  const operations = itemOperations(published, path, common, {
    subresource: sub.name,
    type,
    kind: sub.kind,
    verbs: sub.verbs,
  })
  if (!sub.verbs.includes('create')) return operations
  const id = `create${idEnd(published)}${suffix}`
  const subject = { kind: resource.kind, subresource: sub.name }
  const parameters = [...WRITE, ...common]
  return [...operations, createOperation({ path, id, kind: sub.kind, subject, type, parameters })]
}

const CONNECT_METHODS = lookupTable<Operation['method']>({
  get: 'get',
  update: 'put',
  create: 'post',
  delete: 'delete',
  patch: 'patch',
})

/** The operations of a connect subresource. `proxy` also has OPTIONS, HEAD, and a path after its own. */
function connectOperations(
  published: PublishedResource,
  path: string,
  place: readonly Parameter[],
  sub: Subresource,
): Operation[] {
  const options = optionParameters(sub)
  const isProxy = sub.name === 'proxy'
  const methods: Operation['method'][] = sub.verbs.flatMap((verb) => CONNECT_METHODS[verb] ?? [])
  if (isProxy) methods.push('options', 'head')
  const connect = (at: string, ending: string, parameters: readonly Parameter[]): Operation[] =>
    methods.map((method) => ({
      path: at,
      method,
      id: `connect${published.prefix}${capital(method)}${scopeWord(published)}${published.resource.kind}${capital(sub.name)}${ending}`,
      action: 'connect',
      kind: sub.kind,
      description: operationWords('connect', method, { kind: published.resource.kind, subresource: sub.name }),
      parameters: [...place, ...parameters],
      responses: { 200: undefined },
      produces: 'any',
    }))
  const direct = connect(path, '', options)
  return isProxy ? [...direct, ...connect(`${path}/{path}`, 'WithPath', [...inPath('path'), ...options])] : direct
}

/** The deprecated watch paths; generated clients still use them. */
function watchOperations(published: PublishedResource, collection: string): Operation[] {
  const { resource, version, root, prefix } = published
  if (!version.verbs.includes('watch')) return []
  const watched = collection.replace(root, `${root}/watch`)
  const scope = resource.namespaced ? inPath('namespace') : []
  const watch = (path: string, id: string, action: 'watch' | 'watchlist', place: readonly Parameter[]): Operation => ({
    path,
    method: 'get',
    id: `watch${prefix}${id}`,
    action,
    kind: kindOf(published),
    description: operationWords(action, 'get', resource),
    parameters: [...LIST, ...place, ...PRETTY],
    responses: { 200: `${META}.WatchEvent` },
    produces: 'stream',
  })
  const name = `${scopeWord(published)}${resource.kind}`
  const lists = resource.namespaced
    ? [watch(`${root}/watch/${resource.name}`, `${resource.kind}ListForAllNamespaces`, 'watchlist', [])]
    : []
  return [
    ...lists,
    watch(watched, `${name}List`, 'watchlist', scope),
    watch(`${watched}/{name}`, name, 'watch', [...inPath('name'), ...scope]),
  ]
}
