import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { formatGroupVersion } from '../../worker/api/group-version.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import { Failure, unregistered } from './failure.ts'
import type { FlagValues } from './flags.ts'
import type { Host } from './host.ts'
import { orderedJson } from './printers/json.ts'
import type { ObjectPrinter } from './printers/output.ts'
import { objectPrinter, withoutManagedFields } from './printers/output.ts'

/** Writes an object in the form of its Go struct. */
type Typing = (object: ApiObject) => ApiObject

/** True for a kind of a built-in group and version. */
async function isBuiltIn(dialect: Dialect, { apiVersion, kind }: ApiObject): Promise<boolean> {
  const { builtinResources } = await import('../../worker/schema/builtin/resources.ts')
  return builtinResources().some(
    ({ kind: each, group, versions }) =>
      each === kind &&
      versions.some(({ version }) => formatGroupVersion({ group: dialect.spell(group), version }) === apiVersion),
  )
}

/** Refuses an object that no Go struct can hold. @throws Failure */
export async function requireBuiltIn(dialect: Dialect, object: ApiObject): Promise<void> {
  if (!(await isBuiltIn(dialect, object))) throw new Failure(unregistered(object))
}

/** Loads the field order of the built-in types. An object of another type is unchanged; a list has the types of its items. */
export async function typing(dialect: Dialect): Promise<Typing> {
  const [{ builtinResources }, { builtinType }, { decode }] = await Promise.all([
    import('../../worker/schema/builtin/resources.ts'),
    import('../../worker/schema/builtin/types.ts'),
    import('../../worker/schema/decode.ts'),
  ])
  const typed: Typing = (object) => {
    if (Array.isArray(object.items)) {
      const { kind, apiVersion, metadata = {}, items } = object
      return { kind, apiVersion, metadata, items: items.filter(isObject).map(typed) }
    }
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
  return typed
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
