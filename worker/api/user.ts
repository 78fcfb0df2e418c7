import type { JsonObject } from './json.ts'

/** The user of a request, as an authenticator returns it. */
export interface UserInfo {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** The JSON of a user in reviews, without empty members. */
export function userObject({ username, uid, groups, extra }: UserInfo): JsonObject {
  const extras = Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]]))
  return {
    ...(username !== '' && { username }),
    ...(uid !== '' && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(Object.keys(extras).length > 0 && { extra: extras }),
  }
}
