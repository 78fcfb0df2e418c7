import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import type { ApiRequest } from '../api/exchange.ts'
import type { JsonObject } from '../api/json.ts'
import { badRequest, methodNotAllowed, plainError, tooManyRequests, type StatusDetails } from '../api/status.ts'
import type { Clock } from '../clock/clock.ts'
import type { MediaType } from '../codec/negotiation.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { ServerMetrics } from '../observability/server-metrics.ts'
import { MAX_WATCHES, type WatchRegistry } from '../observability/watch-registry.ts'
import type { Catalog } from '../resources/resource.ts'
import { parseFieldSelector } from '../api/selector.ts'
import { compileSelection } from '../verbs/selection.ts'
import { placeOf, watchRequest } from '../verbs/watch-facts.ts'
import type { Caller, Deleted, PatchType, Target, Verbs, WatchOptions, Written } from '../verbs/verbs.ts'
import type { AnnouncedVersion } from './announced-groups.ts'
import { unservedAnswer } from './announced-groups.ts'
import { emptyObject } from '../verbs/empty-object.ts'
import { bodyBytes, readBody } from './body.ts'
import { routeCustom } from './custom-route.ts'
import { deleteOptionsOf, noteConfiguration, notePatch } from './recorded-bodies.ts'
import { reportDeprecation, type FindDeprecation } from './deprecations.ts'
import { chooseForm, type Form } from './form.ts'
import { writeAnswer, writeList } from './forms.ts'
import { singleRefusal } from './unsuitable-form.ts'
import type { OptionRules } from './options.ts'
import { readDeleteOptions } from '../verbs/delete-options.ts'
import { readApplyOptions, readGetOptions, readListOptions, readWatchOptions, readWriteOptions } from './options.ts'
import { readApplyBody, readPatchBody } from './patch-body.ts'
import { PATCH_MEDIA, patchTypeOf } from './patch-type.ts'
import type { Payload } from './payload.ts'
import { documentPayload, pageNotFound, payload } from './payload.ts'
import type { RequestInfo } from './request-info.ts'
import type { Action, Route } from './route.ts'
import { routeResource } from './route.ts'
import { requestLabels } from './request-labels.ts'
import { checkRouteMedia, negotiateLog, negotiateResource, streamRefusal } from './resource-negotiation.ts'
import { checkContent } from './route-media.ts'
import type { TableColumns } from './table-columns.ts'
import { frameWriter, openWatch } from './watch-stream.ts'

/** The dependencies of resource requests. */
export interface ResourceServer {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly catalog: Catalog
  readonly verbs: Verbs
  readonly rules: OptionRules
  /** The media types that the server encodes. */
  readonly offered: readonly MediaType[]
  readonly columns: TableColumns
  readonly deprecation: FindDeprecation
  readonly metrics: ServerMetrics
  readonly watches: Pick<WatchRegistry, 'open' | 'isFull'>
  /** The versions that APIServices announce. */
  readonly announced: () => readonly AnnouncedVersion[]
}

interface Exchange {
  readonly server: ResourceServer
  readonly request: ApiRequest
  readonly info: RequestInfo
  readonly query: URLSearchParams
  readonly caller: Caller
  readonly target: Target
  readonly form: Form
}

type Handler = (exchange: Exchange) => Awaitable<Payload>

/** Routes the request, negotiates the form, then runs the verb. The real server refuses in the same order. */
export function serveResource(
  server: ResourceServer,
  info: RequestInfo,
  request: ApiRequest,
  caller: Caller,
): Awaitable<Payload> {
  const { catalog } = server
  const served = catalog.groups().find(({ group }) => group === info.group)
  if (info.segments[0] === 'apis' && info.group === '') return pageNotFound()
  // An unserved group answers like an unknown path (reference/errors.md 4), unless an APIService names another server for it.
  if (served === undefined) return unservedAnswer(server.announced(), info.group, info.version)
  const route = served.custom === true ? routeCustom(info, catalog, caller) : routeResource(info, catalog)
  if (route === undefined) return pageNotFound()
  if (route.action === 'connect') return serveConnection({ server, query: info.query, request, caller }, route)
  if (route.action === 'patch') {
    // Routes of custom resources declare no media types, so only their handler refuses.
    if (route.target.version.custom === undefined) checkContent(request, PATCH_MEDIA)
    patchType(request, route.target)
  }
  const { action, target } = route
  const deprecated = server.deprecation(target)
  if (deprecated !== undefined) {
    // A refusal by the route has no deprecation warning; a refusal by its handler has one.
    checkRouteMedia(server, route, request)
    reportDeprecation(deprecated, caller)
    server.metrics.deprecated(requestLabels(info, request, catalog), deprecated.removedRelease)
  }
  const negotiated = negotiateResource(server, route, info, request)
  checkNamespace(route)
  return andThen(chooseForm(target, negotiated, info.query, server), (form) =>
    HANDLERS[action]({ server, request, info, query: info.query, caller, target, form }),
  )
}

const patchType = (request: ApiRequest, target: Target): PatchType | 'apply' =>
  patchTypeOf(request.headers.get('content-type') ?? '', target.version.custom !== undefined)

/** @throws badRequest() when the path of a namespaced object names no namespace */
function checkNamespace({ action, target: { name }, isNamespaceMissing }: Route): void {
  const isOfObject = name !== '' && action !== 'create' && action !== 'watch'
  if (isNamespaceMissing && (isOfObject || action === 'deletecollection'))
    throw badRequest('Namespace parameter required.')
}

/** Serves a connecting subresource. Only a log's format is negotiated; the container or proxied server chooses the others. */
async function serveConnection(
  { server, query, request, caller }: Pick<Exchange, 'server' | 'query' | 'request' | 'caller'>,
  route: Route,
): Promise<Payload> {
  const { target, subpath } = route
  const isLog = target.subresource?.name === 'log'
  const transform = isLog ? negotiateLog(server, request) : undefined
  checkNamespace(route)
  if (!isLog && query.has('dryRun')) throw badRequest('dryRun is not supported')
  // Loaded with the first connection: most pages make none.
  const { readConnectOptions } = await import('./connect-options.ts')
  const options = readConnectOptions(target, query, subpath)
  const text = await server.verbs.connect(target, caller, options, { upgrade: request.headers.has('upgrade') })
  if (transform?.kind === 'PartialObjectMetadataList') throw singleRefusal(transform, 'rest.LocationStreamer')
  if (transform !== undefined) throw plainError('object does not implement the Object interfaces')
  if (text === undefined) return { status: 204, contentType: '', body: new Uint8Array() }
  return { status: 200, contentType: 'text/plain', body: new TextEncoder().encode(text) }
}

const HANDLERS: Readonly<Record<Exclude<Action, 'connect'>, Handler>> = {
  get({ server, caller, target, query, form }) {
    return andThen(server.verbs.get(target, caller, readGetOptions(query)), (view) =>
      payload(200, writeAnswer(view, form), form.negotiated),
    )
  },

  async list({ server, caller, target, query, form }) {
    const { metadata, items } = await server.verbs.list(target, caller, readListOptions(query, server.rules))
    return payload(200, writeList(metadata, items, form), form.negotiated)
  },

  async watch({ server, request, caller, target, info, query, form }) {
    const { resource, version } = target
    if (!version.verbs.includes('watch')) {
      throw methodNotAllowed({ group: resource.group, resource: resource.name }, 'watch')
    }
    if (server.watches.isFull) throw tooManyRequests(`${MAX_WATCHES} watches are open`)
    const options = readWatchOptions(query, server.rules)
    const collection = { ...target, name: '' }
    const named =
      target.name === '' ? options : { ...options, fieldSelector: await selectorOfName(server, target, options) }
    const initialEventsEnd = server.dialect.spell('{domain}/initial-events-end')
    const empty = emptyObject(target)
    const frame = frameWriter(form, (resourceVersion, end) => ({
      kind: form.head.kind,
      apiVersion: form.head.apiVersion,
      ...empty,
      metadata: {
        ...empty.metadata,
        resourceVersion,
        ...(end && { annotations: { [initialEventsEnd]: 'true' } }),
      },
    }))
    const sent = server.metrics.watchEvents(resource.group, version.version, form.head.kind)
    let backlog = (): number => 0
    let over: (() => void) | undefined
    const followed = server.watches.open(watchRequest(collection, caller, named), () => backlog())
    const body = await openWatch(
      async (event, end) => {
        const stop = await server.verbs.watch(collection, caller, named, { event, end })
        const refusal = form.refusal ?? streamRefusal(server, target, form.negotiated)
        if (refusal === undefined) return stop
        stop()
        throw refusal
      },
      (event) => {
        sent.value++
        const bytes = frame(event)
        followed.sent(event.type, bytes?.byteLength ?? 0, placeOf(event))
        return bytes
      },
      {
        began(unread) {
          backlog = unread
          over = server.metrics.watching(requestLabels(info, request, server.catalog))
        },
        ended(ending) {
          over?.()
          followed.ended(ending)
        },
      },
    )
    const { format, mediaType } = form.negotiated
    return { status: 200, contentType: format === 'protobuf' ? `${mediaType};stream=watch` : mediaType, body }
  },

  create(exchange) {
    const { server, caller, target, query, form } = exchange
    const read = readBody(exchange)
    const options = readWriteOptions(query, 'CreateOptions', server.rules)
    return andThen(read(options.fieldValidation), (body) =>
      andThen(server.verbs.create(target, caller, body, options), (result) =>
        andThen(caller.pause?.(), () => written(result, form, 201)),
      ),
    )
  },

  update(exchange) {
    const { server, caller, target, query, form, request } = exchange
    // An update checks its options before the media type, a create after it.
    bodyBytes(request)
    const options = readWriteOptions(query, 'UpdateOptions', server.rules)
    return andThen(readBody(exchange)(options.fieldValidation), (body) =>
      andThen(server.verbs.update(target, caller, body, options), (result) => written(result, form)),
    )
  },

  patch(exchange) {
    const { server, caller, target, query, form, request } = exchange
    const type = patchType(request, target)
    const bytes = bodyBytes(request)
    if (type === 'apply') {
      const options = readApplyOptions(query, server.rules)
      return andThen(readApplyBody(bytes, options.fieldValidation), (apply) => {
        noteConfiguration(caller, apply.config)
        return andThen(server.verbs.apply(target, caller, apply, options), (result) => written(result, form))
      })
    }
    const options = readWriteOptions(query, 'PatchOptions', server.rules)
    const patch = readPatchBody(bytes, type, options.fieldValidation)
    notePatch(caller, patch.document)
    return andThen(server.verbs.patch(target, caller, patch, options), (result) => written(result, form))
  },

  async delete(exchange) {
    const { server, caller, target, form } = exchange
    const raw = await deleteOptionsOf(exchange)
    const deleted = await server.verbs.delete(target, caller, readDeleteOptions(raw, server.dialect))
    if (deleted.removed && !deleted.answersObject) {
      return statusPayload(200, deletedStatus(target, deleted), form)
    }
    // Only requests with the deprecated `orphanDependents=false` receive 202 for an object that still exists.
    const status = !deleted.removed && raw['orphanDependents'] === false ? 202 : 200
    return payload(status, writeAnswer(deleted.view, form), form.negotiated)
  },

  async deletecollection(exchange) {
    const { server, caller, target, query, form } = exchange
    const list = readListOptions(query, server.rules)
    // A malformed selector is refused before the body is read.
    await compileSelection(server, target, list)
    const raw = await deleteOptionsOf(exchange)
    const options = readDeleteOptions(raw, server.dialect)
    const { metadata, items } = await server.verbs.deleteCollection(target, caller, list, options)
    return payload(200, writeList(metadata, items, form), form.negotiated)
  },
}

function written(result: Written, form: Form, status = result.created ? 201 : 200): Payload {
  // A Status has no other form, such as a Table. Reading the object of a stored result, which has bytes, would decode it.
  if (result.bytes === undefined && result.object.kind === 'Status') return statusPayload(status, result.object, form)
  return payload(status, writeAnswer(result, form), form.negotiated)
}

/** @throws StatusError when the form has an invalid `includeObject`, although a Status is never a Table */
function statusPayload(code: number, status: JsonObject, form: Form): Payload {
  if (form.refusal !== undefined) throw form.refusal
  return documentPayload(code, status, form.negotiated)
}

/**
 * The field selector of a watch on the path of one object.
 * @throws badRequest() for a selector of other objects
 */
async function selectorOfName(
  server: ResourceServer,
  target: Target,
  { labelSelector, fieldSelector }: WatchOptions,
): Promise<string> {
  const { name } = target
  if (fieldSelector === '') return `metadata.name=${name}`
  await compileSelection(server, target, { labelSelector, fieldSelector })
  const own = parseFieldSelector(fieldSelector).find(({ label, negated }) => label === 'metadata.name' && !negated)
  if (own?.value !== name) throw badRequest("fieldSelector metadata.name doesn't match requested name")
  return fieldSelector
}

function deletedStatus({ resource }: Target, { view }: Deleted): JsonObject {
  const { uid, name = '' } = view.object.metadata ?? {}
  const details: StatusDetails = { name, ...(resource.group !== '' && { group: resource.group }), kind: resource.name }
  if (uid !== undefined) details.uid = uid
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details }
}
