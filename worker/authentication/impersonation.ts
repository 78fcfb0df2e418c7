import type { UserInfo } from '../api/user.ts'
import { headerValues, unescapedKey, type HeaderSource } from './header-values.ts'
import { accountGroups, accountOf, accountUsername } from './service-account-name.ts'

/** A resource that the caller must be allowed to `impersonate`. */
export interface RequiredPermission {
  readonly group: string
  readonly version: string
  readonly resource: 'users' | 'serviceaccounts' | 'groups' | 'userextras' | 'uids'
  readonly subresource: string
  readonly namespace: string
  readonly name: string
}

/** The impersonated user of a request. */
export interface Impersonation {
  readonly user: UserInfo
  /** The permissions that the caller needs, in the order in which the server checks them. */
  readonly requiredPermissions: readonly RequiredPermission[]
}

/** Thrown when the headers name groups, extras or a uid, but no user. */
export class MissingUserError extends Error {
  override readonly name = 'MissingUserError'
}

const PREFIX = 'impersonate-'
const EXTRA = `${PREFIX}extra-`

/**
 * Reads the `Impersonate-` headers of a request; undefined when there are none.
 * @param group the API group `authentication.{domain}`
 * @throws MissingUserError
 */
export function readImpersonation(request: HeaderSource, group: string): Impersonation | undefined {
  const { headers } = request
  const extras = [...headers.keys()].filter((name) => name.startsWith(EXTRA))
  const [username = ''] = headerValues(request, 'impersonate-user')
  const [uid = ''] = headerValues(request, 'impersonate-uid')
  const groups = headerValues(request, 'impersonate-group')
  const extra = Object.fromEntries(
    extras.map((name) => [unescapedKey(name.slice(EXTRA.length)), headerValues(request, name)]),
  )
  if (username === '' && uid === '' && groups.length === 0 && extras.length === 0) return undefined

  const core = { group: '', version: '', subresource: '', namespace: '' }
  const own = { ...core, group, version: 'v1' }
  const account = accountOf(username)
  const requiredPermissions: RequiredPermission[] = [
    ...(username === ''
      ? []
      : [
          account === undefined
            ? { ...core, resource: 'users' as const, name: username }
            : { ...core, ...account, resource: 'serviceaccounts' as const },
        ]),
    ...groups.map((name) => ({ ...core, resource: 'groups' as const, name })),
    ...Object.entries(extra).flatMap(([subresource, texts]) =>
      texts.map((name) => ({ ...own, resource: 'userextras' as const, subresource, name })),
    ),
    ...(uid === '' ? [] : [{ ...own, resource: 'uids' as const, name: uid }]),
  ]
  if (username === '') {
    throw new MissingUserError(`requested [${requiredPermissions.map(shown).join(' ')}] without impersonating a user`)
  }
  const requestedGroups = groups.length > 0 || account === undefined ? groups : accountGroups(account.namespace)
  const name = account === undefined ? username : accountUsername(account)
  return { user: { username: name, uid, groups: completeGroups(name, requestedGroups), extra }, requiredPermissions }
}

/** Adds the group of authenticated or of unauthenticated users (reference/identity.md 19). */
function completeGroups(username: string, groups: readonly string[]): readonly string[] {
  const unauthenticated = groups.includes('system:unauthenticated')
  if (username === 'system:anonymous') return unauthenticated ? groups : [...groups, 'system:unauthenticated']
  return unauthenticated || groups.includes('system:authenticated') ? groups : [...groups, 'system:authenticated']
}

const KINDS = {
  users: 'User',
  serviceaccounts: 'ServiceAccount',
  groups: 'Group',
  userextras: 'UserExtra',
  uids: 'UID',
}

/**
 * Prints a permission as the real server prints a reference: kind, namespace, name, uid, API version, resource version, field.
 */
function shown({ resource, namespace, name, group, version, subresource }: RequiredPermission): string {
  const apiVersion = version === '' ? '' : `${group}/${version}`
  return `{${[KINDS[resource], namespace, name, '', apiVersion, '', subresource].join(' ')}}`
}
