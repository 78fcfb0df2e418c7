import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { goJson } from '../../worker/api/go-json.ts'
import { structFault } from './documents.ts'
import { Failure } from './failure.ts'
import { text } from './flags.ts'
import type { Session } from './session.ts'
import { requireRegistered, typing } from './typed-objects.ts'

export const overrideFlags = [
  text('override-type', 'How the overrides are merged: json, merge, or strategic.', {
    fallback: 'merge',
    choices: ['json', 'merge', 'strategic'],
  }),
  text('overrides', 'An inline JSON override for the generated object.'),
]

/** A generated object after `--overrides`. @throws Failure */
export async function overridden(session: Session, object: ApiObject): Promise<ApiObject> {
  const { flags } = session
  if (flags.text('overrides') === '') return object
  const type = flags.text('override-type')
  if (!['json', 'merge', 'strategic'].includes(type)) throw new Failure(`invalid override type: ${type}`)
  const { applyLocally } = await import('./local-patch.ts')
  const patched = await applyLocally(session.host.dialect, type, object, flags.text('overrides'))
  const fault = structFault(patched, goJson(patched))
  if (fault !== undefined || !isObject(patched)) throw new Failure(fault ?? '')
  await requireRegistered(session.host.dialect, patched)
  // kubectl decodes the result into a Go struct, which drops unknown fields.
  return (await typing(session.host.dialect))(patched)
}
