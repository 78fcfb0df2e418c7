import type { JsonObject } from './json.ts'

/** Who makes a request. Values are opaque to authentication. */
export interface UserInfo {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** A user as reviews and access rules show one. */
export function userObject({ username, uid, groups, extra }: UserInfo): JsonObject {
  const extras = Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]]))
  return {
    ...(username !== '' && { username }),
    ...(uid !== '' && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(Object.keys(extras).length > 0 && { extra: extras }),
  }
}
