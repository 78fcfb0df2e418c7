import { stringsIn } from '../../worker/api/json.ts'
import { toHex } from '../../worker/runtime/bytes.ts'
import { recall, remember } from '../state/storage.ts'

const KEY = 'handlers.allowed'
const MAX_HASHES = 500
/** A surrogate without its pair. UTF-8 encodes all such surrogates alike, so different texts would have the same hash. */
const UNPAIRED = /\p{Cs}/u

const allowed = (): readonly string[] => stringsIn(recall(KEY))

/** Whether the user of this browser has allowed exactly this text to run. */
export async function isAllowed(text: string): Promise<boolean> {
  return !UNPAIRED.test(text) && allowed().includes(await contentHash(text))
}

export async function allow(text: string): Promise<void> {
  if (UNPAIRED.test(text))
    throw new Error('The code contains an unpaired surrogate, half a character. Remove it, then run the code.')
  const hash = await contentHash(text)
  remember(KEY, [...allowed().filter((one) => one !== hash), hash].slice(-MAX_HASHES))
}

/** Removes the permission of a text to run. */
export async function forbid(text: string): Promise<void> {
  const hash = await contentHash(text)
  remember(
    KEY,
    allowed().filter((one) => one !== hash),
  )
}

/** SHA-256 of the text, as hexadecimal digits. */
async function contentHash(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}
