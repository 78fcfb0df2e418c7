import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { unmarshalFault } from '../../../worker/api/unmarshal-fault.ts'
import { JsonSyntaxError } from '../../../worker/codec/json-parser.ts'
import { readJson } from '../../../worker/codec/json-reader.ts'
import { applyStrategicMergePatch, readStrategicMergePatch } from '../../../worker/patch/strategic-merge-patch.ts'
import { Failure } from '../failure.ts'
import { FileError, readText } from '../host.ts'
import { structSchema } from '../struct-schema.ts'
import { withoutFields } from '../without-fields.ts'
import type { Session } from '../session.ts'
import type { DebuggingPod } from './debugging-pods.ts'
import { withContainer } from './profiles.ts'

/** Fields of a container that a custom profile must not set. */
const FIXED = ['name', 'command', 'image', 'lifecycle', 'volumeDevices'] as const

/** The partial container in the file of `--custom`; undefined without the flag. @throws Failure */
export async function readCustomProfile({ flags, host }: Session): Promise<JsonObject | undefined> {
  const path = flags.text('custom')
  if (path === '') return undefined
  try {
    const { value } = readJson(await readText(host.files, path))
    if (isObject(value)) return value
    throw new Failure(`${path} does not contain a valid container spec: ${unmarshalFault(value, 'v1.Container')}`)
  } catch (error) {
    if (error instanceof FileError)
      throw new Failure(`must pass a container spec json file for custom profile: ${error.message}`)
    if (error instanceof JsonSyntaxError)
      throw new Failure(`${path} does not contain a valid container spec: ${error.message}`)
    throw error
  }
}

/** @throws Failure for a profile that sets a field which only flags set */
export function checkCustomProfile(custom: JsonObject | undefined): void {
  const isSet = (value: unknown): boolean =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== ''
  if (FIXED.some((field) => isSet(custom?.[field])))
    throw new Failure('name, command, image, lifecycle and volume devices are not modifiable via custom profile')
}

/** The pod with the custom profile merged into the debugging container. */
export async function withCustomProfile(
  session: Session,
  made: DebuggingPod,
  { custom, list }: { custom: JsonObject | undefined; list: 'containers' | 'ephemeralContainers' },
): Promise<DebuggingPod> {
  if (custom === undefined || made.container === '') return made
  const schema = await structSchema(session.host.dialect, { apiVersion: 'v1', kind: 'Pod' })
  if (schema === undefined) throw new Error('There is no struct of a Pod')
  const patch = withoutFields(custom, FIXED)
  const merged = (container: JsonObject): JsonObject => {
    const pod: ApiObject = { spec: { containers: [container] } }
    const named = { spec: { containers: [{ ...patch, name: made.container }] } }
    const { spec } = applyStrategicMergePatch(pod, readStrategicMergePatch(named), schema)
    const { containers } = objectOrEmpty(spec)
    return Array.isArray(containers) ? objectOrEmpty(containers[0]) : container
  }
  return { ...made, pod: withContainer(made.pod, made.container, merged, [list]) }
}
