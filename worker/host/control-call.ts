import { isObject } from '../api/json.ts'
import { dialects } from '../dialect/dialect.ts'
import { lookupTable } from '../runtime/lookup-table.ts'
import { isClusterId } from './incoming.ts'
import type { ClusterControl } from './messages.ts'

type ArgumentTest = (first: unknown, second: unknown, third: unknown) => boolean

const MAX_NAME = 1000
const isName = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && value.length <= MAX_NAME)

const isNewCluster = (value: unknown): boolean => {
  if (!isObject(value)) return false
  const { id, name, dialect, settings } = value
  const isDialect = typeof dialect === 'string' && Object.hasOwn(dialects, dialect)
  return isClusterId(id) && isName(name) && isDialect && (settings === undefined || isObject(settings))
}

const ARGUMENTS = lookupTable<ArgumentTest>({
  list: () => true,
  // Any text: the address of the page may name an unknown cluster, which answers 404.
  open: (id) => typeof id === 'string',
  create: isNewCluster,
  rename: (id, name) => isClusterId(id) && name !== undefined && isName(name),
  fork: (id, newId, name) => isClusterId(id) && isClusterId(newId) && isName(name),
  remove: isClusterId,
  startControllers: () => true,
} satisfies Record<keyof ClusterControl, ArgumentTest>)

const MAX_ARGUMENTS = 3

/**
 * Checks a message before comlink reads it. comlink itself follows any path, also to constructors and prototypes, and lets
 * the sender replace methods. Only calls of the methods of `ClusterControl` pass the check.
 * @returns the reason of a refusal; undefined for a message that passes
 */
export function controlFault(message: unknown): string | undefined {
  if (!isObject(message)) return 'a message must be an object'
  const { id, type, path, argumentList } = message as Readonly<Record<string, unknown>>
  if (typeof id !== 'string') return 'a message needs an id'
  if (type !== 'APPLY') return 'only methods can be called'
  if (!Array.isArray(path) || path.length !== 1 || typeof path[0] !== 'string') return 'a call names one method'
  const test = ARGUMENTS[path[0]]
  if (test === undefined) return 'there is no such method'
  if (!Array.isArray(argumentList) || argumentList.length > MAX_ARGUMENTS) return 'the arguments must be a short list'
  const values = argumentList.map((one: unknown) => (isObject(one) && one['type'] === 'RAW' ? one['value'] : NOT_RAW))
  return test(values[0], values[1], values[2]) ? undefined : `the arguments of ${path[0]} have another form`
}

const NOT_RAW = Symbol('an argument that comlink would convert')
