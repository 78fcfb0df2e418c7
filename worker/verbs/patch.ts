import type { Awaitable } from '../runtime/awaitable.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { applyJsonPatch, readJsonPatch } from '../patch/json-patch.ts'
import { applyMergePatch, readMergePatch } from '../patch/merge-patch.ts'
import { PatchError, patchStatus } from '../patch/patch-error.ts'
import { applyStrategicMergePatch, readStrategicMergePatch } from '../patch/strategic-merge-patch.ts'
import type { StructSchema } from '../schema/schema.ts'
import type { Environment } from './environment.ts'
import { editable } from './object-form.ts'
import { revise } from './revision.ts'
import { reviseScale } from './scale.ts'
import { tracked } from './tracking.ts'
import { checkName } from './body-place.ts'
import type { Caller, PatchRequest, Target, WriteOptions, Written } from './verbs.ts'

/** JSON, merge and strategic merge patches; computed anew on every attempt. */
export function patch(
  environment: Environment,
  target: Target,
  caller: Caller,
  given: PatchRequest,
  options: WriteOptions,
): Awaitable<Written> {
  const { resource, version, subresource } = target
  const kind = subresource?.kind ?? { group: resource.group, version: version.version, kind: resource.kind }
  let change: ((object: ApiObject) => JsonObject) | undefined
  const patched = (object: ApiObject): ApiObject => {
    change ??= compile(given, subresource?.schema ?? version.schema)
    return given.decode(change(object), kind, object)
  }
  if (subresource?.name === 'scale') {
    const edit = (live: ApiObject): ApiObject =>
      tracked(environment, target, caller, options, { live, next: patched(live) })
    return reviseScale(environment, target, caller, edit, options)
  }
  const next = (live: ApiObject | undefined): ApiObject => {
    const object = editable(patched(live ?? {}))
    checkName(target, object)
    target.version.defaults?.(object)
    return tracked(environment, target, caller, options, { live, next: object })
  }
  return revise(environment, target, caller, { next, creates: false, uid: '' }, options)
}

/** A patch compiled once and applied on every attempt. */
function compile(given: PatchRequest, schema: StructSchema): (object: ApiObject) => JsonObject {
  const document = given.read()
  if (given.type === 'json') {
    const operations = asked(() => readJsonPatch(document, given.checked))
    return (object) => asked(() => applyJsonPatch(object, operations) as JsonObject)
  }
  if (given.type === 'strategic') {
    const changes = asked(() => readStrategicMergePatch(document))
    return (object) => asked(() => applyStrategicMergePatch(object, changes, schema))
  }
  const merge = asked(() => readMergePatch(document, given.checked))
  return (object) => asked(() => applyMergePatch(object, merge) as JsonObject)
}

/** What is wrong with a patch is answered in the words of the real server. */
function asked<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof PatchError ? patchStatus(error) : error
  }
}
