/** Who makes a request (SPEC: Authentication, 2). Values are opaque to authentication. */
export interface UserInfo {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}
