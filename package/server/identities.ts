import type { User } from './cluster.ts'

/** The tokens of a cluster's callers. */
export interface Identities {
  /** Rows of a static token file. */
  readonly tokenFile: string
  /** The token of a user. @throws RangeError for an unknown user */
  token(user: string): string
}

const ADMIN: User = { name: 'admin', groups: ['system:masters'] }

/** Makes a random token for `admin` and for each user. A user of the name `admin` replaces the privileged one. */
export function identities(users: readonly User[]): Identities {
  const all = new Map([ADMIN, ...users].map((user) => [user.name, user]))
  const tokens = new Map([...all.keys()].map((name) => [name, crypto.randomUUID()]))
  const rows = [...all.values()].map(({ name, groups = [] }) =>
    [tokens.get(name) ?? '', name, name, groups.join(',')].map(quoted).join(','),
  )
  return {
    tokenFile: rows.join('\n'),
    token(user) {
      const token = tokens.get(user)
      if (token === undefined) throw new RangeError(`the cluster has no user ${JSON.stringify(user)}`)
      return token
    },
  }
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
