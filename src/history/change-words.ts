import type { Json } from '../../worker/api/json.ts'
import type { FieldChange, ObjectChange } from './object-changes.svelte.ts'

const TYPES: Readonly<Record<ObjectChange['type'], string>> = {
  ADDED: 'Created',
  MODIFIED: 'Changed',
  DELETED: 'Deleted',
}

/** What the server counts by itself stands behind what a write asked for. */
const isCounted = ({ path }: FieldChange): boolean => path === '/metadata/generation'

export function inOrder(changes: readonly FieldChange[]): readonly FieldChange[] {
  return changes.toSorted((a, b) => Number(isCounted(a)) - Number(isCounted(b)))
}

/** `Created`, `3 fields changed`: what happened, in as few words as say it. */
export function changeTitle({ type, changes }: ObjectChange): string {
  if (type !== 'MODIFIED') return TYPES[type]
  if (changes.length === 0) return 'Field owners changed'
  const asked = changes.length === 1 ? changes : changes.filter((change) => !isCounted(change))
  const [only] = asked
  return only !== undefined && asked.length === 1
    ? `${fieldName(only.path)} ${verbOf(only)}`
    : `${asked.length} fields changed`
}

function verbOf({ before, after }: FieldChange): string {
  if (before === undefined) return 'added'
  return after === undefined ? 'removed' : 'changed'
}

/** A JSON pointer as fields are written elsewhere: `spec.containers[0].image`, `metadata.labels[example.org/tier]`. */
export function fieldName(pointer: string): string {
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((text, step) => {
      if (/^\d+$|[./]/.test(step)) return `${text}[${step}]`
      return text === '' ? step : `${text}.${step}`
    }, '')
}

/** A value as a person reads it. */
export const valueText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
