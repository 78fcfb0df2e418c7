import { isObject, type Json } from '../../api/json.ts'
import { libraryClaims } from './claim-types.ts'

/** The `iss` claim of a token, unverified; undefined for a text that is not a token. */
export function issuerOf(token: string): string | undefined {
  const [, payload, ...rest] = token.split('.')
  if (payload === undefined || rest.length !== 1) return undefined
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Json
    if (!isObject(claims)) return undefined
    const { iss } = libraryClaims(claims)
    return typeof iss === 'string' ? iss : undefined
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException || error instanceof TypeError) return undefined
    throw error
  }
}
