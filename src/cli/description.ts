import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'

/** Shown in the head, or of no use to a reader. */
const LEFT_OUT = new Set(['name', 'namespace', 'labels', 'annotations', 'managedFields', 'selfLink'])

/**
 * An object of any type in words, as the real client describes types that it does not know. Cells end in tabs, for
 * `alignTabs` to set.
 */
export function describeObject(object: ApiObject): string {
  const { metadata = {} } = object
  const rest: JsonObject = { ...object, metadata: without(metadata, LEFT_OUT) }
  return [
    describeHead(object, true),
    ...Object.keys(rest)
      .sort()
      .map((key) => (rest[key] === undefined ? '' : describeField(0, key, rest[key]))),
  ].join('')
}

/** Name, namespace, labels and annotations: how most descriptions begin. */
export function describeHead({ metadata = {} }: ApiObject, namespaced: boolean): string {
  const { name = '', namespace = '', labels, annotations } = metadata
  return [
    `Name:\t${name}\n`,
    namespaced ? `Namespace:\t${namespace}\n` : '',
    labelLines('Labels:', labels),
    annotationLines(annotations),
  ].join('')
}

const sorted = (map: Readonly<Record<string, string>> = {}): [string, string][] =>
  Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))

export function labelLines(label: string, map: Readonly<Record<string, string>> | undefined): string {
  const lines = sorted(map).map(([key, value]) => `${key}=${value}`)
  return `${label}\t${lines.length === 0 ? '<none>' : lines.join('\n\t')}\n`
}

/** Longer lines are cut. */
const LONGEST = 140

/** What is long, or has several lines, begins on a line of its own. */
export function annotationLines(map: Readonly<Record<string, string>> | undefined): string {
  const lines = sorted(map).flatMap(([key, written]) => {
    const value = written.replace(/\n$/, '')
    if (key.length + value.length + 2 <= LONGEST && !value.includes('\n')) return [`${key}: ${value}`]
    const cut = (line: string): string => (line.length > LONGEST ? `${line.slice(0, LONGEST)}...` : line)
    return [`${key}:`, ...value.split('\n').map((line) => `  ${cut(line)}`)]
  })
  return `Annotations:\t${lines.length === 0 ? '<none>' : lines.join('\n\t')}\n`
}

const without = (object: JsonObject, keys: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)))

function describeField(depth: number, key: string, value: Json | undefined): string {
  const pad = '  '.repeat(depth)
  const label = `${pad}${words(key)}:`
  if (isObject(value)) {
    const keys = Object.keys(value).sort()
    return `${label}\n${keys.map((inner) => describeField(depth + 1, inner, value[inner])).join('')}`
  }
  if (Array.isArray(value)) return `${label}\n${value.map((item) => describeItem(depth + 1, item)).join('')}`
  return `${label}\t${value === null || value === undefined ? '<nil>' : String(value)}\n`
}

function describeItem(depth: number, item: Json): string {
  if (!isObject(item)) return `${'  '.repeat(depth)}${String(item)}\n`
  return Object.keys(item)
    .sort()
    .map((key) => describeField(depth, key, item[key]))
    .join('')
}

/** `creationTimestamp` reads `Creation Timestamp`; a key that is no identifier stays as it is. */
function words(key: string): string {
  if (!/^[a-z][A-Za-z0-9]*$/.test(key)) return key
  const parts = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
  return parts
    .split(' ')
    .map((part) =>
      ACRONYMS.has(part.toLowerCase()) ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1),
    )
    .join(' ')
}

const ACRONYMS = new Set(['api', 'uid', 'uri', 'url', 'ip', 'id', 'tls', 'dns', 'cpu', 'ca', 'http'])
