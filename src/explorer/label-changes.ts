/** The labels to set, and `null` for each label to remove: the member `labels` of a merge patch. */
export type LabelChanges = Readonly<Record<string, string | null>>

/**
 * Reads words such as `app=web tier-`: `key=value` sets a label, `key-` removes one.
 * @throws Error with a sentence for the user
 */
export function readLabelChanges(text: string): LabelChanges {
  const changes = new Map<string, string | null>()
  for (const word of text.split(/[\s,]+/).filter((each) => each !== '')) {
    const [, key, value] = /^([^=]+)=(.*)$/.exec(word) ?? []
    const removed = /^([^=]+)-$/.exec(word)?.[1]
    if (key !== undefined) changes.set(key, value ?? '')
    else if (removed !== undefined) changes.set(removed, null)
    else throw new Error(`“${word}” is not a label: write key=value to set one, key- to remove one.`)
  }
  if (changes.size === 0) throw new Error('Write key=value to set a label, key- to remove one.')
  return Object.fromEntries(changes)
}
