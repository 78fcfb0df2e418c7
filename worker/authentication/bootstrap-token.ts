import type { ApiObject } from '../api/object.ts'
import { objectOrEmpty } from '../api/json.ts'
import type { UserInfo } from '../api/user.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { textAt } from '../resources/path.ts'
import type { TokenMethod } from './authenticator.ts'
import { fromForgivingBase64Text } from '../runtime/bytes.ts'

interface BootstrapTokens {
  readonly clock: Clock
  readonly dialect: Dialect
  /** Returns a stored Secret, undefined when it does not exist. */
  secret(namespace: string, name: string): ApiObject | undefined
}

const EXTRA_GROUP = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/

/** Accepts the tokens of nodes that join a cluster: `abcdef.0123456789abcdef`, id and secret (reference/identity.md 8). */
export function bootstrapToken({ clock, dialect, secret }: BootstrapTokens): TokenMethod {
  const namespace = dialect.spell('{system}-system')
  const type = dialect.spell('bootstrap.{labels}/token')
  return {
    name: 'bootstrap-token',
    authenticate(token) {
      const [, id = '', key = ''] = /^([a-z0-9]{6})\.([a-z0-9]{16})$/.exec(token) ?? []
      const object = id === '' ? undefined : secret(namespace, `bootstrap-token-${id}`)
      if (object === undefined || textAt(object, 'type') !== type) return undefined
      if (object.metadata?.deletionTimestamp !== undefined) return undefined
      const data = secretTexts(object)
      if (data('token-secret') !== key || data('token-id') !== id) return undefined
      if (expirationOf(data('expiration')) < clock.now()) return undefined
      if (data('usage-bootstrap-authentication') !== 'true') return undefined
      return userOf(id, data('auth-extra-groups'))
    },
  }
}

/** Returns a function that decodes the value of a key of the Secret as text; a missing key has the empty string. */
export function secretTexts(object: ApiObject): (key: string) => string {
  const data = objectOrEmpty(object['data'])
  return (key) => {
    const value = data[key]
    return typeof value === 'string' ? fromForgivingBase64Text(value) : ''
  }
}

const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}([.,]\d+)?(Z|[+-]\d{2}:\d{2})$/

/**
 * Returns the time at which a token expires, in milliseconds since 1970. With an empty text it never expires (Infinity); with a
 * malformed text it has already expired (-Infinity).
 */
export function expirationOf(expiration: string): number {
  if (expiration === '') return Infinity
  const time = RFC3339.test(expiration) ? Date.parse(expiration.replace(',', '.')) : NaN
  return Number.isNaN(time) ? -Infinity : time
}

/** Returns undefined when an extra group does not match `system:bootstrappers:*`. */
function userOf(id: string, extraGroups: string): UserInfo | undefined {
  const extra = extraGroups === '' ? [] : extraGroups.split(',')
  if (!extra.every((group) => EXTRA_GROUP.test(group))) return undefined
  const groups = [...new Set(['system:bootstrappers', ...extra])].sort()
  return { username: `system:bootstrap:${id}`, uid: '', groups, extra: {} }
}
