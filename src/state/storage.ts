import { isEmbed } from '../address/is-embed.ts'

/**
 * What the browser remembers for this page. Storage may be refused (a sandboxed frame): then nothing is remembered. An embed
 * reads how this browser is used, and leaves it as it is.
 */
const PREFIX = 'tabplane.'

function area(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

/** The remembered value, or undefined where there is none or it cannot be read. The caller checks its shape. */
export function recall(key: string): unknown {
  try {
    const text = area()?.getItem(PREFIX + key)
    return text === undefined || text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

export function remember(key: string, value: unknown): void {
  if (isEmbed) return
  try {
    area()?.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // Full or refused: the page works on, it only forgets.
  }
}

export function forget(key: string): void {
  try {
    area()?.removeItem(PREFIX + key)
  } catch {
    // As above.
  }
}
