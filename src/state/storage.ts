import { isEmbed } from '../address/is-embed.ts'

/**
 * The local storage of this page. When the browser refuses storage (a sandboxed frame), nothing is stored. An embed
 * reads the values and writes none.
 */
const PREFIX = 'tabplane.'

function area(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

/** The stored value; undefined when there is none or it cannot be parsed. The caller validates it. */
export function recall(key: string): unknown {
  try {
    const text = area()?.getItem(PREFIX + key)
    return text === undefined || text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Stores a value, and returns whether the next visit finds it. */
export function remember(key: string, value: unknown): boolean {
  if (isEmbed) return false
  try {
    area()?.setItem(PREFIX + key, JSON.stringify(value))
    return area() !== undefined
  } catch {
    // The storage is full or refused. The page works without stored values.
    return false
  }
}

export function forget(key: string): void {
  try {
    area()?.removeItem(PREFIX + key)
  } catch {
    // Storage is refused.
  }
}
