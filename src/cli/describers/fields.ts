import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject, stringOrEmpty } from '../../../worker/api/json.ts'

/**
 * Readers of objects whose shape the server vouches for: what is missing is empty, as the real client's typed objects
 * have it.
 */
export const part = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

export const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

export const count = (value: unknown): number => (typeof value === 'number' ? value : 0)

export const line = (label: string, value: unknown): string => `${label}:\t${String(value)}\n`

/** Nothing where there is no value, or an empty one. */
export const optionalLine = (label: string, value: unknown): string =>
  value === undefined || value === null || value === '' ? '' : line(label, value)

export const trueOrFalse = (value: unknown): string => (value === true ? 'True' : 'False')

/** `Mon, 02 Jan 2006 15:04:05 +0000`; no time at all is the first moment of the first year. */
export const longDate = (time: unknown): string =>
  new Date(stringOrEmpty(time) || '0001-01-01T00:00:00Z').toUTCString().replace('GMT', '+0000')

/** `a=b,c=d`, by name. */
export const pairsText = (value: unknown): string =>
  Object.entries(part(value))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => `${key}=${String(each)}`)
    .join(',') || '<none>'

/** A table below its heading: rows of cells, the first of which is indented. */
export const tableText = (heading: string, columns: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [heading, ...[columns, ...rows].map((cells) => `  ${cells.join('\t')}`)].map((each) => `${each}\n`).join('')

/** The kind and name of what controls an object, `ReplicaSet/web`; empty when nothing does. */
export function controllerText(metadata: unknown): string {
  const owner = objects(part(metadata).ownerReferences).find(({ controller }) => controller === true)
  return owner === undefined ? '' : `${stringOrEmpty(owner.kind)}/${stringOrEmpty(owner.name)}`
}
