import type { JsonObject } from './json.ts'

/** The user of a request, as an authenticator returns it. */
export interface UserInfo {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  /** A list is null when a token webhook sent null. */
  readonly extra: Readonly<Record<string, readonly string[] | null>>
}

/** The JSON of a user's extra values. */
export const extraObject = (extra: UserInfo['extra']): JsonObject =>
  Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, values === null ? null : [...values]]))

/** The JSON of a user in reviews, without empty members. */
export function userObject({ username, uid, groups, extra }: UserInfo): JsonObject {
  const extras = extraObject(extra)
  return {
    ...(username !== '' && { username }),
    ...(uid !== '' && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(Object.keys(extras).length > 0 && { extra: extras }),
  }
}
