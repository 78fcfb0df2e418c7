import type { UserInfo } from '../../api/user.ts'

const PREFIX = 'system:node:'

/** The node whose kubelet the user is; undefined for other users. */
export function nodeOf({ username, groups }: UserInfo): string | undefined {
  return username.startsWith(PREFIX) && groups.includes('system:nodes') ? username.slice(PREFIX.length) : undefined
}
