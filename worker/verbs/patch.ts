import type { Json, JsonObject } from '../api/json.ts'
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
import type { Caller, DecodePatched, PatchType, Target, WriteOptions, Written } from './verbs.ts'

interface PatchDocument {
  readonly type: PatchType
  readonly document: unknown
  /** Turns a patched value into an object of the kind, or throws a 4xx. */
  readonly decode: DecodePatched
}

/** JSON, merge and strategic merge patches; computed anew on every attempt. */
export async function patch(
  environment: Environment,
  target: Target,
  caller: Caller,
  given: PatchDocument,
  options: WriteOptions,
): Promise<Written> {
  const { resource, version, subresource } = target
  const kind = subresource?.kind ?? { group: resource.group, version: version.version, kind: resource.kind }
  const change = compile(given, subresource?.schema ?? version.schema)
  const patched = (object: ApiObject): ApiObject => given.decode(change(object), kind, object)
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
function compile({ type, document }: PatchDocument, schema: StructSchema): (object: ApiObject) => JsonObject {
  const json = document as Json
  if (type === 'json') {
    const operations = asked(() => readJsonPatch(json))
    return (object) => asked(() => applyJsonPatch(object, operations) as JsonObject)
  }
  if (type === 'strategic') {
    const changes = asked(() => readStrategicMergePatch(json))
    return (object) => asked(() => applyStrategicMergePatch(object, changes, schema))
  }
  const merge = asked(() => readMergePatch(json))
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
