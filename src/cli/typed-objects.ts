import type { ApiObject } from '../../worker/api/object.ts'
import { formatGroupVersion } from '../../worker/api/group-version.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import { Failure } from './failure.ts'
import type { FlagValues } from './flags.ts'
import type { Host } from './host.ts'
import { orderedJson } from './printers/json.ts'
import type { ObjectPrinter } from './printers/output.ts'
import { objectPrinter, withoutManagedFields } from './printers/output.ts'

/** Writes an object in the form of its Go struct. */
type Typing = (object: ApiObject) => ApiObject

/** Loads the field order of the built-in types. An object of another type is unchanged. */
export async function typing(dialect: Dialect): Promise<Typing> {
  const [{ builtinResources }, { builtinType }, { decode }] = await Promise.all([
    import('../../worker/schema/builtin/resources.ts'),
    import('../../worker/schema/builtin/types.ts'),
    import('../../worker/schema/decode.ts'),
  ])
  return (object) => {
    const found = builtinResources()
      .filter(({ kind }) => kind === object.kind)
      .flatMap(({ group, versions }) => versions.map(({ version, type }) => ({ group, version, type })))
      .find(({ group, version }) => formatGroupVersion({ group: dialect.spell(group), version }) === object.apiVersion)
    if (found === undefined) return object
    try {
      return decode(builtinType(found.type), object).object
    } catch (error) {
      throw new Failure(error instanceof Error ? error.message : String(error))
    }
  }
}

/**
 * The printer of commands that hold objects as Go structs in kubectl: JSON has the order of the struct's fields and
 * its empty required fields.
 */
export async function typedPrinter(
  host: Host,
  flags: FlagValues,
  formats: readonly string[],
): Promise<ObjectPrinter | undefined> {
  const printer = await objectPrinter(host, flags, formats)
  if (printer === undefined) return undefined
  const typed = await typing(host.dialect)
  if (flags.text('output').toLowerCase() !== 'json') return (object, out) => printer(typed(object), out)
  const shown = flags.boolean('show-managed-fields')
    ? typed
    : (object: ApiObject) => withoutManagedFields(typed(object))
  return (object, out) => out(`${orderedJson(shown(object))}\n`)
}
