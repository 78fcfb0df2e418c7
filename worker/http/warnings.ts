import { toByteString } from '../runtime/bytes.ts'
const TOTAL_LIMIT = 4096
const ITEM_LIMIT = 256

/**
 * The `Warning` headers of one answer, each text once and in order. When all texts together exceed 4096 characters, each text is
 * cut to 256 characters; texts that still do not fit are left out, as recorded. A text with a control character is always left
 * out.
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
    const total = texts.reduce((sum, text) => sum + Array.from(text).length, 0)
    return (total <= TOTAL_LIMIT ? texts : cut(texts)).map((text) => ['Warning', `299 - ${byteString(quoted(text))}`])
  }
}

function cut(texts: readonly string[]): string[] {
  const kept: string[] = []
  let written = 0
  for (const text of texts) {
    if (written >= TOTAL_LIMIT) break
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
