import { isMembers } from './json-path.ts'
import type { Normaliser } from './normaliser.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Claims that hold a time; they are compared as seconds after `iat`. */
const TIMES_AFTER_ISSUE = ['exp', 'nbf', 'warnafter']

const decoded = (part: string | undefined): unknown =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8')) as unknown

/** The header and claims of a signed token or of its base64 text, without the values that differ between runs. */
export function comparableToken(token: unknown, normaliser: Normaliser): unknown {
  try {
    const text = String(token).includes('.') ? String(token) : Buffer.from(String(token), 'base64').toString('utf8')
    const [head, claims, signature] = text.split('.')
    const payload = decoded(claims) as { readonly iat?: number }
    const header = decoded(head) as { kid?: string }
    if (header.kid) header.kid = '<kid>'
    return { header, payload: comparableClaim(payload, '', payload.iat, normaliser), signature: Boolean(signature) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

function comparableClaim(value: unknown, key: string, issued: number | undefined, normaliser: Normaliser): unknown {
  if (typeof value === 'number') {
    if (key === 'iat' && Math.abs(value * 1000 - normaliser.now) < DAY_MS) return '<now>'
    return issued !== undefined && TIMES_AFTER_ISSUE.includes(key) ? `iat+${value - issued}` : value
  }
  if (typeof value === 'string') return normaliser.text(value)
  if (Array.isArray(value)) return value.map((item) => comparableClaim(item, '', issued, normaliser))
  if (!isMembers(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, comparableClaim(item, name, issued, normaliser)]),
  )
}
