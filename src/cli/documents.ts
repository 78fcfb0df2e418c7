import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { typeMetaFault, typeMetaOf } from '../../worker/api/type-meta.ts'
import { unmarshalFault } from '../../worker/api/unmarshal-fault.ts'
import { readYaml } from '../../worker/codec/yaml-reader.ts'
import { goJson } from '../../worker/api/go-json.ts'
import { Failure, Failures } from './failure.ts'
import type { StreamedValue } from './json-stream.ts'
import { readJsonStream } from './json-stream.ts'
import { metadataFault } from './metadata-types.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** An object from a file, and the name of the file in messages. */
export interface Manifest {
  readonly object: ApiObject
  readonly source: string
  /** The list that the object is an item of. */
  readonly list?: ApiObject
}

/** Checks a document before it is decoded. @throws Failure */
export type DocumentCheck = (document: Json) => void | Promise<void>

/** Receives the failure of one document. The remaining documents are read. */
export type FailureSink = (failure: Failure | Failures) => void

export interface ReadingOptions {
  readonly check?: DocumentCheck
  /** Receives the failure of each document. Without it, the first failure is thrown. */
  readonly failed?: FailureSink
  /** Whether documents are read as Go structs. Faults then have other texts. */
  readonly typed?: boolean
}

/**
 * The objects of a text in YAML or JSON, with lists flattened. A text that cannot be parsed, or a document that `check`
 * refuses, ends the reading. A document that cannot be decoded, for example without a kind, is passed to `failed`.
 * @throws Failure
 */
export async function* objectsOf(
  source: string,
  text: string,
  { check, failed, typed = false }: ReadingOptions = {},
): AsyncGenerator<Manifest> {
  for await (const { value, text: written } of parsed(source, text)) {
    if (value === null) continue
    await validate(source, value, check)
    const fault = (typed ? structFault(value, written) : undefined) ?? decodingFault(value, written, typed)
    const isNested = !typed && isObject(value) && asArray(value.items).some(holdsItems)
    const inItems = typed ? itemsFault(value) : undefined
    if (fault === undefined && !isNested && inItems === undefined && isObject(value)) {
      yield* flattened(source, typed ? withNamedType(value) : value)
      continue
    }
    const unread = fault === undefined ? LIST_IN_LIST : `unable to decode ${JSON.stringify(source)}: ${fault}`
    const failure = (fault === undefined && inItems) || new Failure(unread)
    if (failed === undefined) throw failure
    failed(failure)
  }
}

/** @throws Failure with the source of a document that `check` refuses */
export async function validate(source: string, document: Json, check: DocumentCheck | undefined): Promise<void> {
  try {
    await check?.(document)
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    throw new Failure(`error validating ${JSON.stringify(source)}: error validating data: ${why}; ${STOP_VALIDATING}`)
  }
}

async function* parsed(source: string, text: string): AsyncGenerator<StreamedValue> {
  try {
    if (text.trimStart().startsWith('{')) yield* readJsonStream(text)
    else
      for (const document of splitDocuments(text)) {
        const { value } = await readYaml(document).catch((error: unknown) => {
          throw new Error(`error converting YAML to JSON: ${errorMessage(error)}`)
        })
        yield { value, text: goJson(value) }
      }
  } catch (error) {
    throw new Failure(`error parsing ${source}: ${errorMessage(error)}`)
  }
}

/**
 * Splits a text into YAML documents. A line that begins with `---` ends a document.
 * @throws Error when text other than a comment follows on such a line
 */
export function splitDocuments(text: string): string[] {
  const documents: string[] = []
  let document = ''
  // An extra line at the end would move the places of faults.
  for (const line of text.replace(/\r?\n$/, '').split(/\r?\n/)) {
    if (!line.startsWith('---')) {
      document += `${line}\n`
      continue
    }
    const rest = line.slice(3).trim()
    if (rest !== '' && !rest.startsWith('#')) throw new Error(`invalid Yaml document separator: ${rest}`)
    documents.push(document)
    document = ''
  }
  return [...documents, document].filter((each) => each.trim() !== '')
}

const asArray = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
const holdsItems = (item: Json): boolean => isObject(item) && Array.isArray(item.items)

const LIST_IN_LIST = '*unstructured.Unstructured is not a list: no Items field in this object'

function decodingFault(value: Json, text: string, typed: boolean): string | undefined {
  if (!isObject(value)) return unmarshalFault(value, 'unstructured.detector')
  const { items = null, metadata } = value
  const { apiVersion = null, kind } = typed ? typeMetaOf(value) : value
  const isTypedList = typed && isCoreList(value)
  if (items !== null && !Array.isArray(items))
    return isTypedList
      ? unmarshalFault(items, '[]runtime.RawExtension', 'List.items')
      : unmarshalFault(items, '[]json.RawMessage', 'decodeList.items')
  const wrongItem = isTypedList ? undefined : asArray(items).find((item) => item !== null && !isObject(item))
  if (wrongItem !== undefined) return unmarshalFault(wrongItem, 'map[string]interface {}')
  if (typeof kind !== 'string' || kind === '' || isMalformed(apiVersion)) return `Object 'Kind' is missing in '${text}'`
  if (apiVersion !== null && typeof apiVersion !== 'string')
    return unmarshalFault(apiVersion, 'string', 'metadataOnlyObject.apiVersion')
  return metadataFault(metadata, typed ? kind : undefined)
}

/** The object, or the list and its items, with the type under the names `kind` and `apiVersion`. Go reads them in any case. */
function withNamedType(value: JsonObject): JsonObject {
  const { kind, apiVersion } = typeMetaOf(value)
  const named: JsonObject = { ...value, ...(kind !== '' && { kind }), ...(apiVersion !== '' && { apiVersion }) }
  if (!isCoreList(named) || !Array.isArray(named.items)) return named
  return { ...named, items: named.items.map((item) => (isObject(item) ? withNamedType(item) : item)) }
}

/** Why the type of a document cannot be read into a Go struct. */
export function structFault(value: Json, text: string): string | undefined {
  const fault = typeMetaFault(value)
  if (fault !== undefined || !isObject(value)) return fault
  const { kind, apiVersion } = typeMetaOf(value)
  if (kind !== '' && isMalformed(apiVersion)) return `unexpected GroupVersion string: ${apiVersion}`
  const lacksVersion = kind !== '' && apiVersion === ''
  return lacksVersion ? `Object 'apiVersion' is missing in '${text}'` : undefined
}

/** The faults of the items of a list, which are read as Go structs too; undefined when they have none. */
function itemsFault(list: Json): Failures | undefined {
  if (!isCoreList(list) || !isObject(list)) return undefined
  const faults = asArray(list.items).flatMap((item) => structFault(item, goJson(item)) ?? [])
  // kubectl collects the faults of each list in an aggregate.
  return faults.length === 0 ? undefined : new Failures([new Failures(faults.map((fault) => new Failure(fault)))])
}

const isMalformed = (apiVersion: Json): boolean => typeof apiVersion === 'string' && apiVersion.split('/').length > 2

/**
 * Yields an object, or the items of a list. The items of inner lists follow the other items. An item without a type gets
 * the type that the list implies, and so does a `null`.
 */
function* flattened(source: string, whole: ApiObject): Generator<Manifest> {
  const queue: Manifest[] = [{ object: whole, source }]
  for (const manifest of queue) {
    const { kind = '', items, apiVersion } = manifest.object
    if (items === undefined) {
      yield manifest
      continue
    }
    const implied = { apiVersion, kind: kind.replace(/List$/, '') }
    for (const item of asArray(items)) {
      const known = (isObject(item) ? item : {}) as ApiObject
      const isTyped = [known.kind, known.apiVersion].some((word) => typeof word === 'string' && word !== '')
      queue.push({ object: isTyped ? known : { ...known, ...implied }, source, list: whole })
    }
  }
}

/** Why an item of a list has no usable type; undefined when it has one. */
export function typeFault({ kind, apiVersion }: ApiObject): string | undefined {
  const missing = 'unable to get type info from the object "*unstructured.Unstructured": Object'
  if (typeof kind !== 'string' || kind === '') return `${missing} 'Kind' is missing in 'object has no kind field '`
  const isVersioned = typeof apiVersion === 'string' && !apiVersion.endsWith('/') && apiVersion !== ''
  return isVersioned ? undefined : `${missing} 'apiVersion' is missing in 'object has no apiVersion field'`
}

const STOP_VALIDATING = 'if you choose to ignore these errors, turn validation off with --validate=false'

/** Requires an apiVersion and a kind, which is the client's part of validation. @throws Failures */
export function requireKind(document: Json): void {
  const faults = kindFaults(document)
  if (faults.length > 0) throw new Failures(faults)
}

export const isCoreList = (document: Json): boolean =>
  isObject(document) && document.kind === 'List' && document.apiVersion === 'v1'

/**
 * The client's part of the validation of a list, which the server never receives. `faultsOf` checks an item that has a type.
 * @throws Failures
 */
export function requireItems(list: Json, faultsOf: (item: JsonObject) => Error[] = () => []): void {
  const faults =
    isObject(list) && Array.isArray(list.items)
      ? list.items.flatMap((item) => {
          const untyped = kindFaults(item)
          return untyped.length > 0 || !isObject(item) ? untyped : faultsOf(item)
        })
      : [new Error('invalid object to validate')]
  if (faults.length > 0) throw new Failures(faults)
}

function kindFaults(document: Json): Error[] {
  if (!isObject(document)) return [new Error('invalid object to validate')]
  return (['apiVersion', 'kind'] as const).flatMap((field) => {
    const value = document[field]
    if (value === undefined || value === null) return [new Error(`${field} not set`)]
    if (typeof value !== 'string') return [new Error(`${field} isn't string type`)]
    return field === 'apiVersion' && isMalformed(value) ? [new Error(`unexpected GroupVersion string: ${value}`)] : []
  })
}
