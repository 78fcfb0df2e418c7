import type { ThemeName } from '../address/embed.ts'

/** What `<tabplane-cluster>` tells its frame. The frame takes it from its own parent only, and it can do no harm. */
export interface HostMessage {
  readonly type: 'tabplane:theme'
  readonly theme: ThemeName
}
