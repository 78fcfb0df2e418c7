import { numberOfText } from '../api/numbers.ts'
import { sortTexts } from '../api/byte-order.ts'
import { isObject, objectOrEmpty, setKey, type Json, type JsonObject } from '../api/json.ts'
import { unmarshalFault } from '../api/unmarshal-fault.ts'
import type { SpelledNumbers } from '../schema/strictness.ts'
import { utf8Length } from '../runtime/utf8.ts'
import { goJson } from '../api/go-json.ts'
import {
  containerOf,
  findAt,
  inapplicable,
  inContext,
  indexOf,
  insertAt,
  readAt,
  removeAt,
  replacedIndex,
  type Location,
} from './json-location.ts'
import { equalJson, presentKeys } from './json-values.ts'
import { PatchError } from './patch-error.ts'

/**
 * An operation of a JSON patch (RFC 6902). The real server is more lenient than the RFC. `replace` of a missing map key adds
 * the key. `copy` of a missing key copies null. An index may be negative (from the end), signed or zero-padded. `replace` of
 * the whole document with a scalar does nothing (reference/patches.md 2 and 3).
 */
export interface JsonPatchOperation {
  readonly op?: string
  readonly path?: string
  readonly from?: string
  readonly value?: Json
  /** The text of a bare number in `value`, when it is written with a point or an exponent. */
  readonly spelled?: string | undefined
  /** The texts of such numbers inside the lists and maps of `value`. */
  readonly numbers?: SpelledNumbers | undefined
}

const maxOperations = 10_000
/** Maximum bytes of all values that one patch copies. */
const maxCopied = 3 * 1024 * 1024

/**
 * Reads a parsed document as a JSON patch; null is a patch without operations. With `checked` false, a member of the
 * wrong type counts as missing. `numbers`: number texts that the parsed value does not preserve.
 * @throws PatchError `malformed` or `too-long`
 */
export function readJsonPatch(document: Json, checked = true, numbers?: SpelledNumbers): readonly JsonPatchOperation[] {
  if (document === null) return []
  if (!Array.isArray(document))
    throw malformed(document, checked, checked ? '[]handlers.jsonPatchOp' : 'jsonpatch.Patch')
  const operations = document.map((operation) => readOperation(operation, checked, numbers))
  if (document.length > maxOperations) {
    const counts = `${maxOperations}, got ${document.length}`
    throw new PatchError('too-long', `The allowed maximum operations in a JSON patch is ${counts}`)
  }
  return operations
}

function readOperation(operation: Json, checked: boolean, numbers: SpelledNumbers | undefined): JsonPatchOperation {
  if (operation === null) return {}
  if (!isObject(operation))
    throw malformed(operation, checked, checked ? 'handlers.jsonPatchOp' : 'jsonpatch.Operation')
  const text = (name: 'op' | 'path' | 'from'): string | undefined => {
    const value = operation[name]
    if (typeof value === 'string') return value
    if (checked && value !== undefined && value !== null)
      throw malformed(value, checked, 'string', `jsonPatchOp.${name}`)
    return undefined
  }
  const spelled = numbers?.get(operation)?.get('value')
  return { op: text('op'), path: text('path'), from: text('from'), value: operation['value'], spelled, numbers }
}

const malformed = (value: Json, checked: boolean, type: string, field = ''): PatchError =>
  new PatchError('malformed', `${checked ? 'error decoding patch: ' : ''}${unmarshalFault(value, type, field)}`)

/**
 * Applies the operations in order. The document is not modified; the result shares its unchanged values.
 * @throws PatchError `inapplicable` when an operation cannot be carried out or a test fails
 */
export function applyJsonPatch(document: Json, operations: readonly JsonPatchOperation[]): Json {
  return applyTrackedJsonPatch(document, operations, new WeakSet())
}

/**
 * `applyJsonPatch` for the server. `opened` receives the maps and lists of the result that an operation looked into. The real
 * server sorts their keys, and writes all other values as they were written.
 * @throws PatchError as `applyJsonPatch`
 */
export function applyTrackedJsonPatch(
  document: Json,
  operations: readonly JsonPatchOperation[],
  opened: WeakSet<object>,
): Json {
  const draft = new Draft(document, opened)
  for (const operation of operations) draft.run(operation)
  return draft.root
}

/** Whether two equal values have the same number texts. The real server compares texts, so a test for `1.0` fails for `1`. */
function isSpelledAlike(
  actual: Json,
  value: Json,
  spelled: string | undefined,
  numbers: SpelledNumbers | undefined,
): boolean {
  if (typeof value === 'number') return spelled === undefined || goJson(actual) === spelled
  if (typeof value !== 'object' || value === null || numbers === undefined) return true
  const own = numbers.get(value)
  return Object.entries(value).every(([key, inner = null]) => {
    const place = Array.isArray(value) ? numberOfText(key) : key
    const counterpart = Array.isArray(actual) ? actual[numberOfText(key)] : objectOrEmpty(actual)[key]
    return isSpelledAlike(counterpart ?? null, inner, own?.get(place), numbers)
  })
}

/** A copy-on-write document: a map or list is copied when an operation first looks into it. */
class Draft {
  root: Json
  readonly #writable: WeakSet<object>
  #copied = 0

  constructor(document: Json, writable: WeakSet<object>) {
    this.#writable = writable
    // The real server reads the document itself as a map or list before the first operation, so it is writable from the start.
    this.root = this.#writableCopy(document)
  }

  run(operation: JsonPatchOperation): void {
    switch (operation.op) {
      case 'add':
        return this.#add(operation)
      case 'remove':
        return this.#remove(operation)
      case 'replace':
        return this.#replace(operation)
      case 'move':
        return this.#move(operation)
      case 'copy':
        return this.#copy(operation)
      case 'test':
        return this.#test(operation)
      default:
        throw inapplicable(`Unexpected kind: ${operation.op ?? 'unknown'}`)
    }
  }

  #add({ path, value }: JsonPatchOperation): void {
    if (path === undefined) throw inapplicable('add operation failed to decode path: missing value')
    const location = this.#find(path)
    if (location === undefined)
      throw inapplicable(`add operation does not apply: doc is missing path: "${path}": missing value`)
    inContext(`error in add for path: '${path}'`, () => insertAt(location, value ?? null))
  }

  #remove({ path }: JsonPatchOperation): void {
    if (path === undefined) throw inapplicable('remove operation failed to decode path: missing value')
    const location = this.#find(path)
    if (location === undefined)
      throw inapplicable(`remove operation does not apply: doc is missing path: "${path}": missing value`)
    inContext(`error in remove for path: '${path}'`, () => removeAt(location))
  }

  #replace({ path, value = null }: JsonPatchOperation): void {
    if (path === undefined)
      throw inapplicable('replace operation failed to decode path: operation missing path field: missing value')
    if (path === '') {
      if (Array.isArray(value) || isObject(value)) this.root = this.#writableCopy(value)
      return
    }
    const location = this.#find(path)
    if (location === undefined)
      throw inapplicable(`replace operation does not apply: doc is missing path: ${path}: missing value`)
    const { container, key } = location
    if (!Array.isArray(container)) {
      setKey(container, key, value)
      return
    }
    container[replacedIndex(container, key, path)] = value
  }

  #move({ from, path }: JsonPatchOperation): void {
    if (from === undefined)
      throw inapplicable('move operation failed to decode from: operation, missing from field: missing value')
    const source = this.#find(from)
    if (source === undefined)
      throw inapplicable(`move operation does not apply: doc is missing from path: ${from}: missing value`)
    const value = inContext(`error in move for path: '${source.key}'`, () => {
      const moved = readAt(source)
      removeAt(source)
      return moved
    })
    if (path === undefined)
      throw inapplicable('move operation failed to decode path: operation missing path field: missing value')
    const target = this.#find(path)
    if (target === undefined)
      throw inapplicable(`move operation does not apply: doc is missing destination path: ${path}: missing value`)
    inContext(`error in move for path: '${path}'`, () => insertAt(target, value ?? null))
  }

  #copy({ from, path }: JsonPatchOperation): void {
    if (from === undefined)
      throw inapplicable('copy operation failed to decode from: operation, missing from field: missing value')
    const source = this.#find(from)
    if (source === undefined)
      throw inapplicable(`copy operation does not apply: doc is missing from path: ${from}: missing value`)
    inContext(`error in copy for from: '${from}'`, () => readAt(source))
    if (path === undefined) throw inapplicable('copy operation failed to decode path: missing value')
    const target = this.#find(path)
    if (target === undefined)
      throw inapplicable(`copy operation does not apply: doc is missing destination path: ${path}: missing value`)
    // The source is read again, because the search for the target may have replaced parts of the source with writable copies.
    const value = readAt(source) ?? null
    this.#copied += utf8Length(goJson(value))
    if (this.#copied > maxCopied) {
      throw inapplicable(
        'Unable to complete the copy, the accumulated size increase of copy is ' +
          `${this.#copied}, exceeding the limit ${maxCopied}`,
      )
    }
    // The value will be in two places, and a later write to one place must not change the other.
    const copy = this.#snapshot(value)
    inContext('error while adding value during copy', () => insertAt(target, copy))
  }

  #test({ path, value = null, spelled, numbers }: JsonPatchOperation): void {
    if (path === undefined)
      throw inapplicable('test operation failed to decode path: operation missing path field: missing value')
    const failed = inapplicable(`testing value ${path} failed: test failed`)
    if (path === '') {
      if (!equalJson(this.root, value) || !isSpelledAlike(this.root, value, spelled, numbers)) throw failed
      this.root = this.#compared(this.root)
      return
    }
    const location = this.#find(path)
    if (location === undefined)
      throw inapplicable(`test operation does not apply: is missing path: ${path}: missing value`)
    const actual = inContext(`error in test for path: '${path}'`, () => readAt(location)) ?? null
    if (!equalJson(actual, value) || !isSpelledAlike(actual, value, spelled, numbers)) throw failed
    if (typeof actual === 'object' && actual !== null) replaceAt(location, this.#compared(actual))
  }

  /** Marks all parts of a value as opened, because a comparison looks into all of them. */
  #compared(value: Json): Json {
    if (typeof value !== 'object' || value === null) return value
    const copy = this.#writableCopy(value)
    if (Array.isArray(copy)) copy.forEach((item, i) => (copy[i] = this.#compared(item)))
    else for (const key of presentKeys(copy)) setKey(copy, key, this.#compared(copy[key] ?? null))
    return copy
  }

  /** Copies the parts of a value that this draft may write to. The others are copied before a write anyway. */
  #snapshot(value: Json): Json {
    if (typeof value !== 'object' || value === null || !this.#writable.has(value)) return value
    if (Array.isArray(value)) return value.map((item) => this.#snapshot(item))
    const copy: JsonObject = {}
    for (const key of sortTexts(presentKeys(value))) setKey(copy, key, this.#snapshot(value[key] ?? null))
    return copy
  }

  /** The location of a path; undefined without a slash, or when a container on it is missing. Makes the containers writable. */
  #find(path: string): Location | undefined {
    const parts = path.split('/')
    if (parts.length < 2) return undefined
    const steps = parts.slice(1).map(unescape)
    const key = steps.pop() ?? ''
    let container = containerOf(this.root)
    if (container !== undefined) this.root = container = this.#writableCopy(container)
    for (const step of steps) {
      if (container === undefined) return undefined
      const location: Location = { container, key: step }
      let next = containerOf(findAt(location))
      if (next !== undefined) replaceAt(location, (next = this.#writableCopy(next)))
      container = next
    }
    return container && { container, key }
  }

  #writableCopy<Value extends Json>(value: Value): Value {
    if (typeof value !== 'object' || value === null || this.#writable.has(value)) return value
    const copy = (Array.isArray(value) ? [...value] : { ...value }) as Value & object
    this.#writable.add(copy)
    return copy
  }
}

function replaceAt({ container, key }: Location, value: Json): void {
  if (Array.isArray(container)) container[indexOf(container, key)] = value
  else setKey(container, key, value)
}

const unescape = (part: string): string => part.replace(/~[01]/g, (escape) => (escape === '~1' ? '/' : '~'))
