import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { goText } from '../../worker/api/go-format.ts'
import { line, part } from './describers/fields.ts'

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
    line('Name', name),
    namespaced ? line('Namespace', namespace) : '',
    labelLines('Labels', labels),
    annotationLines(annotations),
  ].join('')
}

export interface LinesStyle {
  /** Before the label and below it. */
  readonly indent?: string
  /** Before every piece of a line that the real client writes at once, where it describes one object inside another. */
  readonly nested?: string
}

const sorted = (map: unknown): [string, string][] =>
  Object.entries(part(map))
    .map(([key, value]): [string, string] => [key, String(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1))

/** Pairs below each other: labels, selectors of nodes. */
export function labelLines(label: string, map: unknown, { indent = '', nested = '' }: LinesStyle = {}): string {
  const pairs = sorted(map).map(([key, value]) => `${nested}${key}=${value}\n`)
  const first = `${nested}${indent}${label}:\t`
  return pairs.length === 0 ? `${first}${nested}<none>\n` : `${first}${pairs.join(`${nested}${indent}${nested}\t`)}`
}

/** Longer annotations begin on a line of their own. */
const LONGEST = 140
const LONGEST_LINE = LONGEST - 2

/** What is long, or has several lines, begins on a line of its own; what was last applied is not told. */
export function annotationLines(map: unknown, label = 'Annotations', nested = ''): string {
  const shown = sorted(map).filter(([key]) => !key.endsWith('/last-applied-configuration'))
  const texts = shown.map(([key, written]) => {
    const value = written.replace(/\n$/, '')
    if (key.length + value.length + 2 <= LONGEST && !value.includes('\n')) return `${nested}${key}: ${value}\n`
    const lines = value.split('\n').map((each) => `${nested}\t  ${shortened(each)}\n`)
    return `${nested}${key}:\n${lines.join('')}`
  })
  const first = `${nested}${label}:\t`
  return texts.length === 0 ? `${first}${nested}<none>\n` : `${first}${texts.join(`${nested}\t`)}`
}

const shortened = (text: string): string => (text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}...` : text)

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
  return `${label}\t${goText(value)}\n`
}

function describeItem(depth: number, item: Json): string {
  if (!isObject(item)) return `${'  '.repeat(depth)}${goText(item)}\n`
  return Object.keys(item)
    .sort()
    .map((key) => describeField(depth, key, item[key]))
    .join('')
}

/** `creationTimestamp` reads `Creation Timestamp`; a key that has more than letters and dashes stays as it is. */
function words(key: string): string {
  if (/[^\p{L}-]/u.test(key)) return key
  // Of several capitals in a row, the last belongs to the small letters behind it.
  const parts = key.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|-+|\p{L}/gu) ?? []
  return parts
    .map((each) =>
      ACRONYMS.has(each.toUpperCase()) ? each.toUpperCase() : each.charAt(0).toUpperCase() + each.slice(1),
    )
    .join(' ')
}

const ACRONYMS = new Set(['API', 'URL', 'UID', 'OSB', 'GUID'])
