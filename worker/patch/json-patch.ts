import { goText, goType } from '../api/go-format.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { utf8Length } from '../runtime/utf8.ts'
import { goJson } from '../api/go-json.ts'
import { equalJson, presentKeys, setKey } from './json-values.ts'
import { PatchError } from './patch-error.ts'

/**
 * JSON patch (RFC 6902) as the real server runs it. It is laxer than the standard: `replace` of a missing map key adds
 * it, `copy` of one copies null, indices may be negative (from the end), signed or zero-padded, and a `replace` of the
 * whole document by a scalar does nothing (reference/patches.md 2 and 3).
 */
export interface JsonPatchOperation {
  readonly op?: string
  readonly path?: string
  readonly from?: string
  readonly value?: Json
}

const maxOperations = 10_000
/** Bytes that the copies of one patch may add up to. */
const maxCopied = 3 * 1024 * 1024

/**
 * Reads a parsed document as a JSON patch; null is a patch without operations. Unless `checked`, a member that is no text
 * counts as missing.
 * @throws PatchError `malformed` or `too-long`
 */
export function readJsonPatch(document: Json, checked = true): readonly JsonPatchOperation[] {
  if (document === null) return []
  if (!Array.isArray(document)) throw malformed(document, 'jsonpatch.Patch', checked)
  const operations = document.map((operation) => readOperation(operation, checked))
  if (document.length > maxOperations) {
    const counts = `${maxOperations}, got ${document.length}`
    throw new PatchError('too-long', `The allowed maximum operations in a JSON patch is ${counts}`)
  }
  return operations
}

function readOperation(operation: Json, checked: boolean): JsonPatchOperation {
  if (operation === null) return {}
  if (!isObject(operation)) throw malformed(operation, 'jsonpatch.Operation', checked)
  const text = (name: 'op' | 'path' | 'from'): string | undefined => {
    const value = operation[name]
    if (typeof value === 'string') return value
    if (checked && value !== undefined && value !== null) throw malformed(value, `string (.${name})`, checked)
    return undefined
  }
  return { op: text('op'), path: text('path'), from: text('from'), value: operation['value'] }
}

const malformed = (value: Json, wanted: string, checked: boolean): PatchError =>
  new PatchError(
    'malformed',
    `${checked ? 'error decoding patch: ' : ''}json: cannot unmarshal ${goType(value)} into ${wanted}`,
  )

/**
 * Applies the operations in order; the document stays as it is and shares what did not change with the result.
 * @throws PatchError `inapplicable` when an operation cannot be carried out or a test fails
 */
export function applyJsonPatch(document: Json, operations: readonly JsonPatchOperation[]): Json {
  const draft = new Draft(document)
  for (const operation of operations) draft.run(operation)
  return draft.root
}

const fail = (message: string): PatchError => new PatchError('inapplicable', message)

/** A node that holds others, and the key that an operation means in it. */
interface Place {
  readonly container: JsonObject | Json[]
  readonly key: string
}

/** The document while it is patched. Containers are copied when they are first written to, and only then. */
class Draft {
  root: Json
  readonly #own = new WeakSet<object>()
  #copied = 0

  constructor(document: Json) {
    this.root = document
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
        throw fail(`Unexpected kind: ${operation.op ?? 'unknown'}`)
    }
  }

  #add({ path, value }: JsonPatchOperation): void {
    if (path === undefined) throw fail('add operation failed to decode path: missing value')
    const place = this.#find(path, true)
    if (place === undefined) throw fail(`add operation does not apply: doc is missing path: "${path}": missing value`)
    inContext(`error in add for path: '${path}'`, () => insert(place, value ?? null))
  }

  #remove({ path }: JsonPatchOperation): void {
    if (path === undefined) throw fail('remove operation failed to decode path: missing value')
    const place = this.#find(path, true)
    if (place === undefined)
      throw fail(`remove operation does not apply: doc is missing path: "${path}": missing value`)
    inContext(`error in remove for path: '${path}'`, () => take(place))
  }

  #replace({ path, value = null }: JsonPatchOperation): void {
    if (path === undefined)
      throw fail('replace operation failed to decode path: operation missing path field: missing value')
    if (path === '') {
      if (Array.isArray(value) || isObject(value)) this.root = value
      return
    }
    const place = this.#find(path, true)
    if (place === undefined) throw fail(`replace operation does not apply: doc is missing path: ${path}: missing value`)
    const { container, key } = place
    if (!Array.isArray(container)) {
      setKey(container, key, value)
      return
    }
    const index = inContext(`replace operation does not apply: doc is missing key: ${path}`, () =>
      indexOf(container, key),
    )
    container[index] = value
  }

  #move({ from, path }: JsonPatchOperation): void {
    if (from === undefined)
      throw fail('move operation failed to decode from: operation, missing from field: missing value')
    const source = this.#find(from, true)
    if (source === undefined)
      throw fail(`move operation does not apply: doc is missing from path: ${from}: missing value`)
    const value = inContext(`error in move for path: '${source.key}'`, () => {
      const moved = read(source)
      take(source)
      return moved
    })
    if (path === undefined)
      throw fail('move operation failed to decode path: operation missing path field: missing value')
    const target = this.#find(path, true)
    if (target === undefined)
      throw fail(`move operation does not apply: doc is missing destination path: ${path}: missing value`)
    inContext(`error in move for path: '${path}'`, () => insert(target, value ?? null))
  }

  #copy({ from, path }: JsonPatchOperation): void {
    if (from === undefined)
      throw fail('copy operation failed to decode from: operation, missing from field: missing value')
    const source = this.#find(from, false)
    if (source === undefined)
      throw fail(`copy operation does not apply: doc is missing from path: ${from}: missing value`)
    const value = inContext(`error in copy for from: '${from}'`, () => read(source)) ?? null
    if (path === undefined) throw fail('copy operation failed to decode path: missing value')
    const target = this.#find(path, true)
    if (target === undefined)
      throw fail(`copy operation does not apply: doc is missing destination path: ${path}: missing value`)
    this.#copied += utf8Length(goJson(value))
    if (this.#copied > maxCopied) {
      throw fail(
        'Unable to complete the copy, the accumulated size increase of copy is ' +
          `${this.#copied}, exceeding the limit ${maxCopied}`,
      )
    }
    // From here on the value stands in two places, so neither may write to it.
    const copy = this.#disown(value)
    inContext('error while adding value during copy', () => insert(target, copy))
  }

  #test({ path, value = null }: JsonPatchOperation): void {
    if (path === undefined)
      throw fail('test operation failed to decode path: operation missing path field: missing value')
    const failed = fail(`testing value ${path} failed: test failed`)
    if (path === '') {
      if (!equalJson(this.root, value)) throw failed
      return
    }
    const place = this.#find(path, false)
    if (place === undefined) throw fail(`test operation does not apply: is missing path: ${path}: missing value`)
    const actual = inContext(`error in test for path: '${path}'`, () => read(place)) ?? null
    if (!equalJson(actual, value)) throw failed
  }

  /** A copy of what this draft may write to in a value; the rest is shared already. */
  #disown(value: Json): Json {
    if (typeof value !== 'object' || value === null || !this.#own.has(value)) return value
    if (Array.isArray(value)) return value.map((item) => this.#disown(item))
    return Object.fromEntries(presentKeys(value).map((key) => [key, this.#disown(value[key] ?? null)]))
  }

  /** Where a path leads; undefined where something on the way is missing. `write`: all on the way is made ours. */
  #find(path: string, write: boolean): Place | undefined {
    const parts = path.split('/')
    if (parts.length < 2) return undefined
    const steps = parts.slice(1).map(unescape)
    const key = steps.pop() ?? ''
    let container = containerOf(this.root)
    if (container !== undefined && write) this.root = container = this.#writable(container)
    for (const step of steps) {
      if (container === undefined) return undefined
      const place: Place = { container, key: step }
      let next = containerOf(stepInto(place))
      if (next !== undefined && write) {
        next = this.#writable(next)
        if (Array.isArray(container)) container[indexOf(container, step)] = next
        else setKey(container, step, next)
      }
      container = next
    }
    return container && { container, key }
  }

  #writable(container: JsonObject | Json[]): JsonObject | Json[] {
    if (this.#own.has(container)) return container
    const copy = Array.isArray(container) ? [...container] : { ...container }
    this.#own.add(copy)
    return copy
  }
}

const containerOf = (value: Json | undefined): JsonObject | Json[] | undefined =>
  Array.isArray(value) || isObject(value) ? value : undefined

const unescape = (part: string): string => part.replace(/~[01]/g, (escape) => (escape === '~1' ? '/' : '~'))

function stepInto(place: Place): Json | undefined {
  try {
    return read(place)
  } catch (error) {
    if (error instanceof PatchError) return undefined
    throw error
  }
}

/** The value at a place; undefined for a map key that is not there. */
function read({ container, key }: Place): Json | undefined {
  if (!Array.isArray(container)) return Object.hasOwn(container, key) ? container[key] : undefined
  return container[indexOf(container, key)]
}

function insert({ container, key }: Place, value: Json): void {
  if (!Array.isArray(container)) {
    setKey(container, key, value)
    return
  }
  if (key === '-') {
    container.push(value)
    return
  }
  const given = inContext(`value was not a proper array index: '${key}'`, () => integer(key))
  const size = container.length + 1
  if (given >= size || given < -size) throw fail(`Unable to access invalid index: ${given}: invalid index referenced`)
  container.splice(given < 0 ? given + size : given, 0, value)
}

function take({ container, key }: Place): void {
  if (Array.isArray(container)) {
    container.splice(indexOf(container, key), 1)
    return
  }
  if (!Object.hasOwn(container, key)) throw fail(`Unable to remove nonexistent key: ${key}: missing value`)
  delete container[key]
}

/** An index of an item that is there. */
function indexOf(container: readonly Json[], key: string): number {
  const given = integer(key)
  if (given >= container.length || given < -container.length) {
    throw fail(`Unable to access invalid index: ${given}: invalid index referenced`)
  }
  return given < 0 ? given + container.length : given
}

function integer(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw fail(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`)
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw fail(`strconv.Atoi: parsing ${goText(JSON.stringify(text))}: value out of range`)
  return value
}

/** Runs a step and says in its failure what it was part of. */
function inContext<T>(context: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof PatchError) throw fail(`${context}: ${error.message}`)
    throw error
  }
}
