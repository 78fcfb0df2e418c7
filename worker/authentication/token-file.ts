import type { UserInfo } from '../api/user.ts'
import type { TokenMethod } from './authenticator.ts'

/**
 * Static tokens: CSV rows of token, user, uid and, optionally, one column of groups separated by commas. A row with an
 * empty group column has the group named by the empty string (reference/identity.md 7).
 * @throws Error when a row has fewer than three columns
 */
export function tokenFile(csv: string): TokenMethod {
  const users = new Map<string, UserInfo>()
  readRows(csv).forEach(([token = '', username = '', uid, groups], index) => {
    if (uid === undefined) {
      throw new Error(`row ${index + 1} of the token file must have at least 3 columns (token, user name, user uid)`)
    }
    if (token === '') return
    users.set(token, { username, uid, groups: groups === undefined ? [] : groups.split(','), extra: {} })
  })
  return { name: 'token-file', authenticate: (token) => users.get(token) }
}

/** Parses CSV with quoted fields, in which a doubled quote is one quote. Empty lines are skipped. */
function readRows(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end = ''] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\n\r]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}
