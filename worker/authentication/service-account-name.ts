import { dnsLabel, dnsSubdomain } from '../api/names.ts'
import type { UserInfo } from '../api/user.ts'

const PREFIX = 'system:serviceaccount:'

export interface AccountName {
  readonly namespace: string
  readonly name: string
}

/** The user name of a service account: `system:serviceaccount:NAMESPACE:NAME`. */
export const accountUsername = ({ namespace, name }: AccountName): string => `${PREFIX}${namespace}:${name}`

/** The groups of every service account of a namespace. */
export const accountGroups = (namespace: string): string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
]

/** The user of a service account, for access checks in its name. */
export const accountUser = (account: AccountName): UserInfo => ({
  username: accountUsername(account),
  uid: '',
  groups: [...accountGroups(account.namespace), 'system:authenticated'],
  extra: {},
})

/** The service account of a user name; undefined for other users. */
export function accountOf(username: string): AccountName | undefined {
  if (!username.startsWith(PREFIX)) return undefined
  const [namespace = '', name = '', ...rest] = username.slice(PREFIX.length).split(':')
  if (rest.length > 0 || dnsLabel(namespace).length > 0 || dnsSubdomain(name).length > 0) return undefined
  return { namespace, name }
}
