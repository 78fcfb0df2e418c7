import { isObject, type Json } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { canonicalQuantity } from '../../worker/api/quantity.ts'
import { asWritten } from '../../worker/api/written-quantity.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import { builtinSchemas } from './builtin-schemas.ts'
import { Failure, Failures, SCHEME, unregistered } from './failure.ts'
import type { FlagValues } from './flags.ts'
import type { Host } from './host.ts'
import { orderedJson } from './printers/json.ts'
import type { ObjectPrinter } from './printers/output.ts'
import { objectPrinter, withoutManagedFields } from './printers/output.ts'
import { registeredKinds } from './registered-kinds.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** Writes an object in the form of its Go struct. */
type Typing = (object: ApiObject) => ApiObject

/** Refuses an object that no Go struct can hold. @throws Failure */
export async function requireRegistered(dialect: Dialect, object: ApiObject): Promise<void> {
  const isRegistered = await registeredKinds(dialect)
  if (!isRegistered(object)) throw new Failure(unregistered(object))
}

/** Refuses an object or list from the server that no Go struct can hold. @throws Failure */
export async function requireStruct(dialect: Dialect, object: ApiObject, scheme: string): Promise<void> {
  const isRegistered = await registeredKinds(dialect)
  if (!isRegistered({ ...object, kind: object.kind?.replace(/List$/, '') }))
    throw new Failure(unregistered(object, scheme))
}

/** The fault of an item of a list. kubectl keeps an item that it cannot decode as raw bytes. */
const UNREGISTERED_ITEM = `unable to get type info from the object "*runtime.Unknown": no kind is registered for the type runtime.Unknown in scheme ${JSON.stringify(SCHEME)}`

/**
 * Loads a function that returns an object of a file in the form of its Go struct, and refuses an object that no Go
 * struct can hold.
 */
export async function decoding(
  dialect: Dialect,
): Promise<(object: ApiObject, source: string, isItem?: boolean) => ApiObject> {
  const [typed, isRegistered] = await Promise.all([typing(dialect), registeredKinds(dialect)])
  return (object, source, isItem = false) => {
    // The failures of the items of a list form an aggregate.
    const undecoded = (why: string): Error =>
      isItem ? new Failures([new Failure(why)]) : new Failure(`unable to decode ${JSON.stringify(source)}: ${why}`)
    if (!isRegistered(object)) throw undecoded(isItem ? UNREGISTERED_ITEM : unregistered(object))
    try {
      return typed(object)
    } catch (error) {
      throw error instanceof Failure ? undecoded(error.message) : error
    }
  }
}

/**
 * Loads the field order of the built-in types. An object of another type is unchanged. The items of a list are typed
 * one by one.
 */
export async function typing(dialect: Dialect): Promise<Typing> {
  const [schemaOf, { decode }] = await Promise.all([builtinSchemas(dialect), import('../../worker/schema/decode.ts')])
  const typed: Typing = (object) => {
    if (Array.isArray(object.items)) {
      const { kind, apiVersion, metadata = {}, items } = object
      return { kind, apiVersion, metadata, items: items.filter(isObject).map(typed) }
    }
    const schema = schemaOf(object)
    if (schema === undefined) return object
    try {
      const decoded = decode(schema, object).object
      keepPrecision(decoded)
      return decoded
    } catch (error) {
      throw new Failure(errorMessage(error))
    }
  }
  return typed
}

/** Restores quantities that `decode` has rounded up to thousandths: only the server rounds them, with its defaults. */
function keepPrecision(value: Json | undefined): void {
  if (Array.isArray(value)) value.forEach(keepPrecision)
  if (!isObject(value)) return
  for (const [field, inner] of Object.entries(value)) {
    const written = asWritten(value, field)
    if (written?.isMilli === true && written.text !== '') value[field] = canonicalQuantity(written.text)
    else keepPrecision(inner)
  }
}

/**
 * The printer of commands for which kubectl holds objects as Go structs: JSON has the struct's order of fields, and
 * empty required fields.
 */
export async function typedPrinter(
  host: Host,
  flags: FlagValues,
  formats: readonly string[],
): Promise<ObjectPrinter | undefined> {
  const printer = await objectPrinter(host, flags, formats, true)
  if (printer === undefined) return undefined
  const typed = await typing(host.dialect)
  if (flags.text('output').toLowerCase() !== 'json') return (object, out) => printer(typed(object), out)
  const shown = flags.boolean('show-managed-fields')
    ? typed
    : (object: ApiObject) => withoutManagedFields(typed(object))
  return (object, out) => out(`${orderedJson(shown(object))}\n`)
}
