import type { FolderState, Loss, Name } from './folder-state.ts'
import type { Head } from './head.ts'

/** The number of lost changes that one message names. `npm run data-dir -- check` prints all. */
const NAMED = 100

/**
 * The acknowledged changes that a log lacks. Unreadable bytes after the revision of the head do not count, because their commit
 * had not finished.
 * @param head undefined when it is damaged: the end of the log is then unknown
 */
export function lossesOf(state: FolderState, head: Head | undefined): readonly Loss[] {
  const inside = state.losses.filter(({ last }) => last !== Infinity)
  const atEnd = state.losses.find(({ last }) => last === Infinity)
  const first = state.revision + 1
  if (head !== undefined && head.revision < first) return inside
  const readable = atEnd?.names ?? []
  if (head === undefined && atEnd === undefined) return inside
  const last = head?.revision ?? Math.max(first, ...readable.map(({ revision }) => revision))
  return [...inside, { first, last, names: readable.filter(({ revision }) => revision <= last) }]
}

/** Describes lost changes, for example `revision 7 (core/pods/default/web, missing)`. */
export function describeLosses(losses: readonly Loss[], { records }: FolderState, limit = NAMED): string {
  let left = limit
  const ranges = losses.map(({ first, last, names }) => {
    const shown = names.slice(0, left)
    left -= shown.length
    const range = first === last ? `revision ${first}` : `revisions ${first} to ${last}`
    const objects = shown.map((name) => describeName(name, records.get(name.key)))
    if (names.length > shown.length) objects.push(`${names.length - shown.length} more`)
    if (names.length === 0) objects.push('of unknown objects')
    return `${range} (${objects.join('; ')})`
  })
  return ranges.join(', ')
}

function describeName({ key, revision }: Name, shown: Name | undefined): string {
  const place = `${key} at ${revision}`
  if (shown === undefined) return `${place}, missing`
  if (shown.revision < revision) return `${place}, older: ${shown.revision}`
  return shown.revision === revision ? `${place}, doubtful` : `${place}, newer is there`
}

/** The text for damage that was repaired without a loss. */
export function describeRepair(folder: string, { repairs, gaps }: FolderState): string {
  const bytes = repairs.reduce((sum, repair) => sum + repair.bytes.length, 0)
  const copies = [...new Set(repairs.map(({ copy }) => copy))].sort().join(' and ')
  const second = repairs.length === 0 ? '' : ` ${bytes} bytes of copy ${copies} were restored from the other copy.`
  const rewritten = gaps === 0 ? '' : ' Damaged parts without objects were written again.'
  return `The data folder ${folder} was damaged and is repaired; nothing is lost.${second}${rewritten}`
}
