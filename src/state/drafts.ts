/** The unapplied text of an object, by the key of its tab. */
export type Draft = readonly [tab: string, text: string]

/** The maximum length of all drafts together, in UTF-16 units. */
const MAX_DRAFTS = 256 * 1024

/** The drafts that fit into storage, the first ones first. A draft that does not fit leaves its room to the later ones. */
export function keptDrafts(drafts: readonly Draft[]): readonly Draft[] {
  let room = MAX_DRAFTS
  return drafts.filter(([, { length }]) => {
    if (length > room) return false
    room -= length
    return true
  })
}

const isDraft = (value: unknown): value is Draft => Array.isArray(value) && typeof value[1] === 'string'

/** The stored drafts by the keys of their tabs; another version of the page may have stored something else. */
export const readDrafts = (stored: unknown): ReadonlyMap<string, string> =>
  new Map(Array.isArray(stored) ? stored.filter(isDraft) : [])
