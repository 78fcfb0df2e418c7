import type { ApiObject } from '../api/object.ts'
import { badRequest, conflict, plainError, StatusError } from '../api/status.ts'
import { TypedError } from '../apply/item-element.ts'
import type { LastApplied } from '../apply/last-applied.ts'
import { mergeConfig, showKind, unconverted, type ApplyResult } from '../apply/server-side-apply.ts'
import { objectOrEmpty } from '../api/json.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { decodeUnstructured } from '../patch/unstructured.ts'
import { DecodeError } from '../schema/decode-error.ts'
import { noteUnset } from './applied-metadata.ts'
import { managerOf, withTracking } from './field-ownership.ts'
import { customOf, schemaOf } from './body-kind.ts'
import { guaranteedUpdate } from './guaranteed-update.ts'
import { setDefaults } from './object-defaults.ts'
import { checkPlace } from './object-place.ts'
import { scaleVerbs } from './scale-verbs.ts'
import type { ApplyOptions, ApplyRequest, Target, Written } from './verbs.ts'
import { editable } from './version-conversion.ts'
import { groupResource, type VerbRequest, type Write, type WriteTarget } from './write.ts'

/** Server-side apply (reference/apply.md 6 to 14). */
export async function apply(write: VerbRequest<ApplyOptions, WriteTarget>, request: ApplyRequest): Promise<Written> {
  const { target } = write
  if (target.subresource?.name === 'scale') {
    const scaled = async (live: ApiObject): Promise<ApiObject> => {
      const { object, config } = await merge(write, request, live)
      return decoded(target, object, config, undefined)
    }
    const { updateScale } = await scaleVerbs()
    return updateScale(write, scaled)
  }
  const next = async (live: ApiObject | undefined, settled?: ApiObject): Promise<ApiObject> => {
    await write.caller.pause?.()
    const { object: merged, config, changed } = await merge(write, request, live)
    await write.caller.pause?.()
    // An apply that changes no value of a custom resource does not add the defaults of the version.
    const isCustom = customOf(target) !== undefined
    const isLive = !changed && isCustom
    const object = editable(isLive ? merged : decoded(target, merged, config, settled))
    if (changed && isCustom) noteUnset(object.metadata, objectOrEmpty(merged.metadata))
    if (live === undefined) refuseUid(target, config)
    checkPlace(target, object)
    await write.caller.pause?.()
    setDefaults(write, object, settled)
    return object
  }
  // An apply to a subresource creates its object only when PUT does.
  const creates = target.subresource === undefined || target.resource.behaviour.createOnUpdate
  return guaranteedUpdate(write, { next, creates, uid: '' })
}

interface Merged extends ApplyResult {
  readonly config: ApiObject
}

/**
 * Merges the configuration into the live object.
 * @throws the refusal of a configuration that could not be parsed, or that does not merge
 */
async function merge(
  write: VerbRequest<ApplyOptions, WriteTarget>,
  request: ApplyRequest,
  live: ApiObject | undefined,
): Promise<Merged> {
  const { environment, options } = write
  const { config } = request
  if (config instanceof StatusError) throw config
  const lastApplied = lastAppliedOf(environment.dialect)
  const applied = { ...managerOf(write), live, config, force: options.force, lastApplied }
  try {
    const result = await withTracking(write, (tracking) => mergeConfig(tracking, applied))
    reportFaults(write, request)
    return { ...result, config }
  } catch (error) {
    // A conversion webhook may return objects that cannot be merged field by field.
    throw error instanceof TypedError ? plainError(error.message) : error
  }
}

/** Repeated keys are reported after the merge, because the real server reports conflicts first. */
function reportFaults({ caller }: Write, { faults, fieldValidation }: ApplyRequest): void {
  if (fieldValidation === 'Warn') for (const fault of faults) caller.warn(fault)
  if (fieldValidation !== 'Strict' || faults.length === 0) return
  const lines = `yaml: unmarshal errors:\n  ${faults.join('\n  ')}`
  throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${lines}`)
}

const spelled = new WeakMap<Dialect, LastApplied>()

/**
 * The field manager of kubectl and the annotation of its client-side applies. A server-side apply by this manager also refreshes
 * the annotation.
 */
function lastAppliedOf(dialect: Dialect): LastApplied {
  let known = spelled.get(dialect)
  if (known === undefined) {
    const annotation = dialect.spell('{cli}.{labels}/last-applied-configuration')
    spelled.set(dialect, (known = { manager: dialect.cliNames[0] ?? '', annotation }))
  }
  return known
}

/** The merged object with quantities in canonical form; its times are checked. */
function decoded(target: Target, object: ApiObject, config: ApiObject, settled: ApiObject | undefined): ApiObject {
  const custom = customOf(target)
  try {
    if (custom !== undefined) return custom.readMerged(object).object
    // The managedFields of the configuration are not merged, but have to be readable.
    if (config.metadata?.managedFields !== undefined) decodeUnstructured(schemaOf(target), config, undefined)
    return decodeUnstructured(schemaOf(target), object, settled).object
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
