import { dnsLabel, dnsSubdomain } from '../api/names.ts'
import type { UserInfo } from '../api/user.ts'

const PREFIX = 'system:serviceaccount:'

export interface AccountName {
  readonly namespace: string
  readonly name: string
}

/** `system:serviceaccount:NAMESPACE:NAME`, the user that an account is. */
export const accountUsername = ({ namespace, name }: AccountName): string => `${PREFIX}${namespace}:${name}`

/** The groups an account is in besides. */
export const accountGroups = (namespace: string): string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
]

/** Who an account is where somebody else asks about it. */
export const accountUser = (account: AccountName): UserInfo => ({
  username: accountUsername(account),
  uid: '',
  groups: [...accountGroups(account.namespace), 'system:authenticated'],
  extra: {},
})

/** The account that a user is; undefined where it is none. */
export function accountOf(username: string): AccountName | undefined {
  if (!username.startsWith(PREFIX)) return undefined
  const [namespace = '', name = '', ...rest] = username.slice(PREFIX.length).split(':')
  if (rest.length > 0 || dnsLabel(namespace).length > 0 || dnsSubdomain(name).length > 0) return undefined
  return { namespace, name }
}
