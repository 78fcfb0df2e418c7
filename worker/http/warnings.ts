import { toByteString } from '../runtime/bytes.ts'
const TOTAL_LIMIT = 4096
const ITEM_LIMIT = 256

/**
 * The `Warning` headers of one answer, each text once and in order. When all texts together exceed 4096 characters, each text is
 * cut to 256 characters; texts added after 4096 characters are full are left out, as recorded. A text with a control
 * character is always left out.
 */
export class Warnings {
  /** Created with the first warning: most requests have none. */
  #texts: Set<string> | undefined

  add(text: string): void {
    if (text !== '') (this.#texts ??= new Set()).add(text)
  }

  headers(): (readonly [name: string, value: string])[] {
    if (this.#texts === undefined) return []
    const texts = [...this.#texts].filter((text) => !/\p{Cc}/u.test(text))
    return limited(texts).map((text) => ['Warning', `299 - ${byteString(quoted(text))}`])
  }
}

/**
 * The texts that are sent. The text that first exceeds the limit is sent with all before it, each of them cut; texts after it
 * only follow until the cut texts reach the limit.
 */
function limited(texts: readonly string[]): readonly string[] {
  let total = 0
  const exceeding = texts.findIndex((text) => (total += Array.from(text).length) > TOTAL_LIMIT)
  if (exceeding === -1) return texts
  const kept: string[] = []
  let written = 0
  for (const [index, text] of texts.entries()) {
    if (index > exceeding && written >= TOTAL_LIMIT) break
    const runes = Array.from(text).slice(0, ITEM_LIMIT)
    written += runes.length
    kept.push(runes.join(''))
  }
  return kept
}

/** A text as a quoted-string (RFC 7230). */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** Header values are bytes: each character is one byte of the UTF-8 text. */
const byteString = (text: string): string => toByteString(new TextEncoder().encode(text))
