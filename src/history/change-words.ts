import { indentedJson } from '../client/indented-json.ts'
import type { Json } from '../../worker/api/json.ts'
import { ageText } from '../explorer/cell-text.ts'
import type { FieldChange, ObjectChange } from './object-change.ts'

const TYPES: Readonly<Record<ObjectChange['type'], string>> = {
  ADDED: 'Created',
  MODIFIED: 'Changed',
  DELETED: 'Deleted',
}

const isSetByServer = ({ path }: FieldChange): boolean => path === '/metadata/generation'

/** Sorts fields that the server sets after the fields of the write. */
export function inOrder(changes: readonly FieldChange[]): readonly FieldChange[] {
  return changes.toSorted((a, b) => Number(isSetByServer(a)) - Number(isSetByServer(b)))
}

/** A short summary of a change: `Created`, `3 fields changed`. */
export function changeTitle({ type, changes }: ObjectChange): string {
  if (type !== 'MODIFIED') return TYPES[type]
  if (changes.length === 0) return 'Field owners changed'
  const asked = changes.length === 1 ? changes : changes.filter((change) => !isSetByServer(change))
  const [only] = asked
  return only !== undefined && asked.length === 1
    ? `${fieldName(only.path)} ${verbOf(only)}`
    : `${asked.length} fields changed`
}

/**
 * The index of the last change until a revision; without a revision, the index of the last change.
 * @param changes sorted by revision
 */
export function indexAt(changes: readonly ObjectChange[], shown: number | undefined): number {
  if (shown === undefined) return changes.length - 1
  return Math.max(
    0,
    changes.findLastIndex(({ revision }) => revision <= shown),
  )
}

/**
 * The time of a change, seen from a moment: `12s ago`, or `3m later` for a change after it.
 * @param moment milliseconds since 1970
 */
export function whenText({ time }: ObjectChange, moment: number): string {
  const at = Date.parse(time)
  return at > moment ? `${ageText(new Date(moment).toISOString(), at)} later` : `${ageText(time, moment)} ago`
}

function verbOf({ before, after }: FieldChange): string {
  if (before === undefined) return 'added'
  return after === undefined ? 'removed' : 'changed'
}

/** The path of a difference in the notation of field paths: `spec.args[0]`, `status.conditions[type="Ready"].status`. */
export function fieldName(pointer: string): string {
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((text, step) => {
      // A step with an equals sign names a list item: field keys in Kubernetes contain none.
      const [, key, name] = /^(\w+)=(.*)$/.exec(step) ?? []
      if (key !== undefined) return `${text}[${key}="${name}"]`
      if (/^\d+$|[./]/.test(step)) return `${text}[${step}]`
      return text === '' ? step : `${text}.${step}`
    }, '')
}

/** A value as text for a person. */
export const valueText = (value: Json): string => (typeof value === 'string' ? value : indentedJson(value))
