import type { Int64 } from '../../../worker/api/int64.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'

export const count = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** An integer of 64 bits; 0 when it is absent. */
export const longCount = (value: unknown): Int64 => (typeof value === 'bigint' ? value : count(value))

export const line = (label: string, value: unknown): string => `${label}:\t${String(value)}\n`

/** A line, or nothing for a missing or empty value. */
export const optionalLine = (label: string, value: unknown): string =>
  value === undefined || value === null || value === '' ? '' : line(label, value)

export const trueOrFalse = (value: unknown): string => (value === true ? 'True' : 'False')

/** A time in the form `Mon, 02 Jan 2006 15:04:05 +0000`; a missing time is the zero time of Go. */
export const longDate = (time: unknown): string =>
  new Date(stringOrEmpty(time) || '0001-01-01T00:00:00Z').toUTCString().replace('GMT', '+0000')

/** kubectl prints an optional boolean of some sources as a Go pointer: its address instead of its value. */
export const pointerText = (value: unknown): string => (value === undefined ? '<nil>' : '0xc000000000')

/** A table below its heading. The first cell of each row is indented. */
export const tableText = (heading: string, columns: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [heading, ...[columns, ...rows].map((cells) => `  ${cells.join('\t')}`)].map((each) => `${each}\n`).join('')

/** The kind and name of the controller of an object, `ReplicaSet/web`; empty without one. */
export function controllerText(metadata: unknown): string {
  const owner = objectsIn(objectOrEmpty(metadata).ownerReferences).find(({ controller }) => controller === true)
  return owner === undefined ? '' : `${stringOrEmpty(owner.kind)}/${stringOrEmpty(owner.name)}`
}
