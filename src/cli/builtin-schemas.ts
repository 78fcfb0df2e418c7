import { formatGroupVersion } from '../../worker/api/group-version.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import type { StructSchema } from '../../worker/schema/schema.ts'

/** Loads the schemas of the built-in types. The returned function finds the schema of an object; undefined for another type. */
export async function builtinSchemas(
  dialect: Dialect,
): Promise<(object: Pick<ApiObject, 'apiVersion' | 'kind'>) => StructSchema | undefined> {
  const [{ builtinResources }, { builtinType }] = await Promise.all([
    import('../../worker/schema/builtin/resources.ts'),
    import('../../worker/schema/builtin/types.ts'),
  ])
  return ({ apiVersion, kind }) => {
    const found = builtinResources()
      .filter((resource) => resource.kind === kind)
      .flatMap(({ group, versions }) => versions.map(({ version, type }) => ({ group, version, type })))
      .find(({ group, version }) => formatGroupVersion({ group: dialect.spell(group), version }) === apiVersion)
    return found && builtinType(found.type)
  }
}
