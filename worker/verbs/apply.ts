import type { Awaitable } from '../runtime/awaitable.ts'
import type { ApiObject } from '../api/object.ts'
import { conflict, plainError } from '../api/status.ts'
import { TypedError } from '../apply/item-element.ts'
import type { LastApplied } from '../apply/last-applied.ts'
import { serverSideApply, showKind, unconverted } from '../apply/server-side-apply.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { decodeUnstructured } from '../patch/unstructured.ts'
import { DecodeError } from '../schema/decode-error.ts'
import type { Environment } from './environment.ts'
import { groupResource } from './environment.ts'
import { editable } from './object-form.ts'
import { revise } from './revision.ts'
import { reviseScale } from './scale.ts'
import { trackingOf, writerOf } from './tracking.ts'
import { checkName } from './body-place.ts'
import type { ApplyOptions, ApplyRequest, Caller, Target, Written } from './verbs.ts'

/** reference/apply.md 6 to 14. */
export function apply(
  environment: Environment,
  target: Target,
  caller: Caller,
  request: ApplyRequest,
  options: ApplyOptions,
): Awaitable<Written> {
  const { resource } = target
  const lastApplied = lastAppliedOf(environment.dialect)
  const tracking = trackingOf(target)
  const applied = (live: ApiObject | undefined): ApiObject => {
    const config = request.read()
    const write = { ...writerOf(environment, caller, options), live, config, force: options.force, lastApplied }
    const { object } = typed(() => serverSideApply(tracking, write))
    request.merged?.()
    return object
  }
  if (target.subresource?.name === 'scale') return reviseScale(environment, target, caller, applied, options)
  const next = (live: ApiObject | undefined): ApiObject => {
    const object = editable(decoded(target, applied(live), request.read(), live))
    if (live === undefined) refuseUid(target, request.read())
    checkName(target, object)
    // reference/apply.md 8: a version means nothing to an object that is not there.
    if (live === undefined) delete object.metadata.resourceVersion
    target.version.defaults?.(object)
    return object
  }
  // A subresource never brings its object into being, unless PUT does as well.
  const creates = target.subresource === undefined || resource.behaviour.createOnUpdate
  return revise(environment, target, caller, { next, creates, uid: '' }, options)
}

/** What cannot be told apart field by field cannot be applied: a webhook may have made something up. */
function typed<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof TypedError ? plainError(error.message) : error
  }
}

const spelled = new WeakMap<Dialect, LastApplied>()

/** Whose applies refresh the annotation of the client's own applies, and its name. */
function lastAppliedOf(dialect: Dialect): LastApplied {
  let known = spelled.get(dialect)
  if (known === undefined) {
    const annotation = dialect.spell('{cli}.{labels}/last-applied-configuration')
    spelled.set(dialect, (known = { manager: dialect.cliNames[0] ?? '', annotation }))
  }
  return known
}

/** The merged object as the kind's values are written: quantities in canonical form, times checked. */
function decoded({ version }: Target, object: ApiObject, config: ApiObject, live: ApiObject | undefined): ApiObject {
  // What the merge took over from the stored object has been decoded, unless it was converted since.
  const known = version.convert === undefined ? live : undefined
  try {
    return (version.custom?.readMerged(object) ?? decodeUnstructured(version.schema, object, known)).object
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw unconverted(config, `unable to convert unstructured object to ${showKind(config)}: ${error.message}`)
  }
}

function refuseUid(target: Target, body: ApiObject): void {
  const uid = body.metadata?.uid ?? ''
  if (uid === '') return
  const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`
  throw conflict(groupResource(target), target.name, why)
}
