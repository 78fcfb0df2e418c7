import type { Json } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { readJson } from '../../worker/codec/json-reader.ts'
import { Failure } from './failure.ts'
import { text } from './flags.ts'
import type { Session } from './session.ts'

export const overrideFlags = [
  text('override-type', 'How the overrides are merged: json, merge, or strategic.', {
    fallback: 'merge',
    choices: ['json', 'merge', 'strategic'],
  }),
  text('overrides', 'An inline JSON override for the generated object.'),
]

/** A generated object with what `--overrides` makes of it. @throws Failure */
export async function overridden(session: Session, object: ApiObject): Promise<ApiObject> {
  const { flags } = session
  if (flags.text('overrides') === '') return object
  let patch: Json
  try {
    patch = readJson(flags.text('overrides')).value
  } catch (error) {
    throw new Failure(`Invalid JSON Patch: ${error instanceof Error ? error.message : String(error)}`)
  }
  const type = flags.text('override-type')
  if (!['json', 'merge', 'strategic'].includes(type)) throw new Failure(`invalid override type: ${type}`)
  const { applyLocally } = await import('./local-patch.ts')
  return applyLocally(session, type, object, patch)
}
