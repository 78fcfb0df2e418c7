import { HOST_PARAMETER } from '../contracts/embed-protocol.ts'

/** The origin of the embedding page in the query of a frame. */
export const hostOf = (search: string): string | undefined => readHost(new URLSearchParams(search).get(HOST_PARAMETER))

/** An origin as a browser writes it, or `null` for an opaque one; undefined for any other text. */
export function readHost(text: string | null): string | undefined {
  if (text === 'null') return text
  return text !== null && URL.canParse(text) && new URL(text).origin === text ? text : undefined
}
