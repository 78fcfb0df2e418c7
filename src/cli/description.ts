import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'

/** Shown in the head, or of no use to a reader. */
const LEFT_OUT = new Set(['name', 'namespace', 'labels', 'annotations', 'managedFields', 'selfLink'])

/** An object of any type in words, as the real client describes types that it does not know. */
export function describeObject(object: ApiObject): string {
  const { metadata = {} } = object
  const lines: Line[] = [
    [0, 'Name:', metadata.name ?? ''],
    [0, 'Namespace:', metadata.namespace ?? ''],
  ]
  lines.push(
    ...mapLines('Labels:', metadata.labels ?? {}, '='),
    ...mapLines('Annotations:', metadata.annotations ?? {}, ': '),
  )
  const rest: JsonObject = { ...object, metadata: without(metadata, LEFT_OUT) }
  for (const key of Object.keys(rest).sort())
    if (rest[key] !== undefined) lines.push(...describeField(0, key, rest[key]))
  return align(lines)
}

const without = (object: JsonObject, keys: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)))

/** Depth, label, value; without a value the label stands alone. */
type Line = readonly [depth: number, label: string, value?: string]

function mapLines(label: string, map: Readonly<Record<string, string>>, separator: string): Line[] {
  const entries = Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))
  if (entries.length === 0) return [[0, label, '<none>']]
  return entries.map(([key, value], index) => [0, index === 0 ? label : '', `${key}${separator}${value}`])
}

function describeField(depth: number, key: string, value: Json | undefined): Line[] {
  const label = `${words(key)}:`
  if (isObject(value)) {
    const keys = Object.keys(value).sort()
    return [[depth, label], ...keys.flatMap((inner) => describeField(depth + 1, inner, value[inner]))]
  }
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object' || item === null))
      return value.length === 0 ? [] : [[depth, label], ...value.map((item): Line => [depth + 1, String(item)])]
    return [[depth, label], ...value.flatMap((item) => describeItem(depth + 1, item))]
  }
  return [[depth, label, value === null || value === undefined ? '<nil>' : String(value)]]
}

function describeItem(depth: number, item: Json): Line[] {
  if (!isObject(item)) return [[depth, String(item)]]
  return Object.keys(item)
    .sort()
    .flatMap((key) => describeField(depth, key, item[key]))
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

/** Values of lines of one depth that follow each other begin in one column. */
function align(lines: readonly Line[]): string {
  let out = ''
  lines.forEach(([depth, label, value], at) => {
    const pad = '  '.repeat(depth)
    if (value === undefined) out += `${pad}${label}\n`
    else {
      const [first, ...more] = value.split('\n')
      const start = pad + label.padEnd(blockWidth(lines, at))
      out += `${start}${first ?? ''}\n${more.map((line) => `${' '.repeat(start.length)}${line}\n`).join('')}`
    }
  })
  return out
}

function blockWidth(lines: readonly Line[], at: number): number {
  const depth = lines[at]?.[0]
  const inBlock = (index: number): boolean => lines[index]?.[0] === depth && lines[index]?.[2] !== undefined
  let [from, to] = [at, at]
  while (inBlock(from - 1)) from--
  while (inBlock(to + 1)) to++
  return Math.max(...lines.slice(from, to + 1).map(([, label]) => label.length)) + 2
}
