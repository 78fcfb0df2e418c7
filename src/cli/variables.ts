import type { JsonObject } from '../../worker/api/json.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { parseQuantity, quantityValue } from '../../worker/api/quantity.ts'
import { Failure } from './failure.ts'

/** Whether a word is `KEY=value`, `KEY-`, which removes the variable, or `-`, which means standard input. */
export const isSetting = (word: string): boolean => word.indexOf('=') > 0 || word.endsWith('-')

export interface Settings {
  /** The variables in the form of a container's `env`. */
  readonly set: readonly JsonObject[]
  readonly remove: readonly string[]
}

const NAME = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/
export const isVariableName = (name: string): boolean => NAME.test(name)
const NAME_FAULT =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')"

/** Reads settings; `-` reads them from the given lines. @throws Failure */
export function readSettings(words: readonly string[], lines: string): Settings {
  const set: JsonObject[] = []
  const remove: string[] = []
  for (const word of words) {
    const at = word.indexOf('=')
    const name = word.slice(0, at)
    if (word === '-') set.push(...linesOf(lines))
    else if (at >= 0 && !NAME.test(name))
      throw new Failure(`${JSON.stringify(name)} is not a valid key name: ${NAME_FAULT}`)
    else if (at >= 0) set.push({ name, value: word.slice(at + 1) })
    else if (word.endsWith('-')) remove.push(word.slice(0, -1))
    else throw new Failure(`unknown environment variable: ${word}`)
  }
  if (remove.some((name) => words.some((word) => word.startsWith(`${name}=`))))
    throw new Failure('can not both modify and remove the same environment variable in the same command')
  return { set, remove }
}

const linesOf = (text: string): JsonObject[] =>
  text
    .split('\n')
    .map((line) => line.split('#')[0] ?? '')
    .filter((line) => line.includes('='))
    .map((line) => ({ name: line.slice(0, line.indexOf('=')), value: line.slice(line.indexOf('=') + 1) }))

/** Variables that refer to the keys of a config map or a secret; without `keys`, to all of them. @throws Failure */
export function variablesFrom({ kind, metadata, data }: ApiObject, keys: readonly string[]) {
  if (kind !== 'ConfigMap' && kind !== 'Secret') throw new Failure('unsupported resource specified in --from')
  const field = kind === 'Secret' ? 'secretKeyRef' : 'configMapKeyRef'
  return Object.keys(objectOrEmpty(data))
    .filter((key) => keys.length === 0 || keys.includes(key))
    .sort()
    .map((key) => {
      const valueFrom: JsonObject = { [field]: { key, name: metadata?.name ?? '' } }
      const variable: JsonObject = { name: key.replace(/[^a-zA-Z0-9_]/g, '_').toUpperCase(), valueFrom }
      return { key, variable }
    })
}

export const variablesOf = ({ env }: JsonObject): JsonObject[] => objectsIn(env)

/** The container with changed variables. @throws Failure when a variable exists and may not be overwritten */
export function withVariables(container: JsonObject, { set, remove }: Settings, overwrite: boolean): JsonObject {
  const known = variablesOf(container)
  const valueOf = ({ value }: JsonObject): string => stringOrEmpty(value)
  for (const { name, ...added } of overwrite ? [] : set) {
    const old = known.find((each) => each.name === name)
    if (old !== undefined && valueOf(old) !== valueOf(added))
      throw new Failure(`'${String(name)}' already has a value (${valueOf(old)}), and --overwrite is false`)
  }
  const newer = new Map(set.toReversed().map((each) => [each.name, each]))
  const all: JsonObject[] = []
  // A new variable replaces all variables with its name. Variables that keep their values may share a name.
  const done = new Set<unknown>(remove)
  for (const each of [...known, ...set]) {
    if (done.has(each.name)) continue
    const added = newer.get(each.name)
    if (added !== undefined) done.add(each.name)
    all.push(added ?? each)
  }
  const { env: _, ...rest } = container
  return all.length === 0 ? rest : { ...rest, env: all }
}

/** The source of a variable: `configmap x, key k`. */
export function originText(valueFrom: JsonObject): string {
  const { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef } = valueFrom
  const keyOf = (reference: unknown): string =>
    `${String(objectOrEmpty(reference).name)}, key ${String(objectOrEmpty(reference).key)}`
  if (configMapKeyRef !== undefined) return `configmap ${keyOf(configMapKeyRef)}`
  if (secretKeyRef !== undefined) return `secret ${keyOf(secretKeyRef)}`
  if (fieldRef !== undefined) return `field path ${String(objectOrEmpty(fieldRef).fieldPath)}`
  const { containerName, resource } = objectOrEmpty(resourceFieldRef)
  return `resource field ${typeof containerName === 'string' ? `${containerName}/` : ''}${String(resource)}`
}

/** The value of a field of the object that contains the variable. @throws Failure */
export function fieldValue({ metadata }: ApiObject, path: string): string {
  const [, field = path, key] = /^metadata\.(annotations|labels)\['(.*)'\]$/.exec(path) ?? []
  if (key !== undefined) return objectOrEmpty(metadata?.[field])[key]?.toString() ?? ''
  if (path === 'metadata.annotations' || path === 'metadata.labels')
    return Object.entries(objectOrEmpty(metadata?.[path.slice('metadata.'.length)]))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      .join('\n')
  if (/^metadata\.(name|namespace|uid)$/.test(path)) return String(metadata?.[path.slice('metadata.'.length)] ?? '')
  throw new Failure(`unsupported fieldPath: ${path}`)
}

const MILLI = -3

/** A limit or a request of a container, in units of the divisor, rounded up. @throws Failure */
export function resourceValue({ resources }: JsonObject, { resource, divisor }: JsonObject): string {
  const [, list = '', name = ''] = /^(limits|requests)\.(.+)$/.exec(String(resource)) ?? []
  if (name === '') throw new Failure(`Unsupported container resource : ${String(resource)}`)
  const milli = (text: unknown): bigint => quantityValue(parseQuantity(String(text ?? '0')), MILLI)
  const unit = milli(divisor) || milli('1')
  return String((milli(objectOrEmpty(objectOrEmpty(resources)[list])[name]) + unit - 1n) / unit)
}
