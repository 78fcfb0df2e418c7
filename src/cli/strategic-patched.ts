import type { ApiObject } from '../../worker/api/object.ts'
import { builtinSchemas } from './builtin-schemas.ts'
import { createMergePatch } from '../../worker/patch/merge-patch.ts'
import { mergePatched, sendPatch } from './merge-patched.ts'
import type { Target } from './selection.ts'
import type { Session } from './session.ts'
import type { DryRun } from './write-options.ts'

interface StructChange {
  readonly before: ApiObject
  readonly after: ApiObject
  readonly fieldValidation?: string
}

/**
 * Sends the change of an object that kubectl holds as a Go struct: a strategic merge patch. The object of a type without a
 * struct gets a merge patch. Returns the patched object.
 */
export async function strategicPatched(
  session: Session,
  target: Pick<Target, 'type' | 'namespace' | 'name'>,
  { before, after, fieldValidation }: StructChange,
  dryRun: DryRun,
): Promise<ApiObject> {
  const schema = (await builtinSchemas(session.host.dialect))(before)
  if (schema === undefined) return mergePatched(session, target, createMergePatch(before, after), dryRun)
  const { createStrategicMergePatch } = await import('../../worker/patch/strategic-diff.ts')
  const body = createStrategicMergePatch(before, after, schema)
  return sendPatch(
    session,
    target,
    { body, contentType: 'application/strategic-merge-patch+json', fieldValidation },
    dryRun,
  )
}
