import type { Dialect } from '../../worker/dialect/dialect.ts'

/** The names of the client in the terminal of every cluster; `k` is the usual alias. */
export const CLIENT_NAMES: readonly string[] = ['svcctl', 'kubectl', 'k']

/** A note for a user who calls the client by its name in the other dialect; empty for the cluster's own names. */
export function dialectNote(name: string, { cliNames: [own = ''], spell }: Dialect): string {
  if (name === own || name === 'k') return ''
  const group = spell('rbac.authorization.{domain}')
  return `${name} works here too. This cluster uses the names ${own} and ${group}; a new cluster can have the others.\n`
}
