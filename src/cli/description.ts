import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { goText } from '../../worker/api/go-format.ts'
import { line } from './describers/fields.ts'
import { withoutFields } from './without-fields.ts'

/** Fields that the head prints or that `describe` omits. */
const LEFT_OUT = ['name', 'namespace', 'labels', 'annotations', 'managedFields', 'selfLink']

/**
 * Describes an object of any type field by field, as kubectl describes types without a describer. Tabs separate the
 * cells, and `alignTabs` aligns them.
 */
export function describeObject(object: ApiObject): string {
  const { metadata = {} } = object
  const rest: JsonObject = { ...object, metadata: withoutFields(metadata, LEFT_OUT) }
  return [
    describeHead(object, true),
    ...Object.keys(rest)
      .sort()
      .map((key) => (rest[key] === undefined ? '' : describeField(0, key, rest[key]))),
  ].join('')
}

/** Name, namespace, labels and annotations: the beginning of most descriptions. */
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
  /** The text before the label and before each following line. */
  readonly indent?: string
  /** The text before each line of an object that is described inside another. */
  readonly nested?: string
}

const sorted = (map: unknown): [string, string][] =>
  Object.entries(objectOrEmpty(map))
    .map(([key, value]): [string, string] => [key, String(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1))

/** Pairs below each other: labels, node selectors. */
export function labelLines(label: string, map: unknown, { indent = '', nested = '' }: LinesStyle = {}): string {
  const pairs = sorted(map).map(([key, value]) => `${nested}${key}=${value}\n`)
  const first = `${nested}${indent}${label}:\t`
  return pairs.length === 0 ? `${first}${nested}<none>\n` : `${first}${pairs.join(`${nested}${indent}${nested}\t`)}`
}

/** The largest number of characters of an annotation that is printed in one line with its key. */
const LONGEST = 140
const LONGEST_LINE = LONGEST - 2

/**
 * An annotation that is long or has several lines begins on a separate line. The last-applied annotation is omitted.
 */
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

/**
 * `creationTimestamp` becomes `Creation Timestamp`; a key with other characters than letters and dashes is unchanged.
 */
function words(key: string): string {
  if (/[^\p{L}-]/u.test(key)) return key
  // The last of several capitals belongs to the lower-case letters after it.
  const parts = key.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|-+|\p{L}/gu) ?? []
  return parts
    .map((each) =>
      ACRONYMS.has(each.toUpperCase()) ? each.toUpperCase() : each.charAt(0).toUpperCase() + each.slice(1),
    )
    .join(' ')
}

const ACRONYMS = new Set(['API', 'URL', 'UID', 'OSB', 'GUID'])
