import type { ApiObject } from '../../worker/api/object.ts'
import { builtinSchemas } from './builtin-schemas.ts'
import { createMergePatch } from '../../worker/patch/merge-patch.ts'
import type { Schema } from '../../worker/schema/schema.ts'
import { sendPatch, type Patch } from './merge-patched.ts'
import type { Target } from './selection.ts'
import type { Session } from './session.ts'
import type { DryRun } from './write-options.ts'

interface StructChange {
  readonly before: ApiObject
  readonly after: ApiObject
}

/** The change of an object as a strategic merge patch, or without a schema as a merge patch. */
export async function changePatch({ before, after }: StructChange, schema: Schema | undefined): Promise<Patch> {
  if (schema === undefined)
    return { body: createMergePatch(before, after), contentType: 'application/merge-patch+json' }
  const { createStrategicMergePatch } = await import('../../worker/patch/strategic-diff.ts')
  const body = createStrategicMergePatch(before, after, schema)
  return { body, contentType: 'application/strategic-merge-patch+json' }
}

/**
 * Sends the change of an object that kubectl holds as a Go struct: a strategic merge patch. The object of a type without a
 * struct gets a merge patch. Returns the patched object.
 */
export async function strategicPatched(
  session: Session,
  target: Pick<Target, 'type' | 'namespace' | 'name'>,
  change: StructChange,
  dryRun: DryRun,
): Promise<ApiObject> {
  const schema = (await builtinSchemas(session.host.dialect))(change.before)
  return sendPatch(session, target, await changePatch(change, schema), dryRun)
}
