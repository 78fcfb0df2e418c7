import type { ThemeName } from '../address/embed.ts'

/** The message of `<tabplane-cluster>` to its frame. The frame accepts it from its parent only; it changes only the theme. */
export interface HostMessage {
  readonly type: 'tabplane:theme'
  readonly theme: ThemeName
}
