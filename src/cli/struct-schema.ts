import type { ApiObject } from '../../worker/api/object.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import type { Schema } from '../../worker/schema/schema.ts'
import { builtinSchemas } from './builtin-schemas.ts'
import { registeredKinds } from './registered-kinds.ts'

/** Has metadata and no lists, like the other structs of the scheme whose objects are never stored. */
const LISTLESS = 'api.autoscaling.v1.Scale'

/** The schema of kubectl's Go struct for an object, which says how lists merge; undefined for a kind without a struct. */
export async function structSchema(dialect: Dialect, object: ApiObject): Promise<Schema | undefined> {
  const [isRegistered, schemaOf] = await Promise.all([registeredKinds(dialect), builtinSchemas(dialect)])
  return isRegistered(object) ? (schemaOf(object) ?? unservedSchema(object)) : undefined
}

/** The schema of a version that is not served. The lists of a specification merge alike in all versions. */
async function unservedSchema({ kind }: ApiObject): Promise<Schema> {
  const [{ builtinResources }, { builtinType }] = await Promise.all([
    import('../../worker/schema/builtin/resources.ts'),
    import('../../worker/schema/builtin/types.ts'),
  ])
  const served = builtinResources().find((resource) => resource.kind === kind)
  return builtinType(served?.versions[0]?.type ?? LISTLESS)
}
