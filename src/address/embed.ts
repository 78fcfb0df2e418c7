import type { DialectName } from '../../worker/dialect/dialect.ts'
import type { Place } from './route.ts'
import { parseRoute } from './route.ts'

/** The panes that another page can embed, alone or in any combination. */
export type Pane = 'explore' | 'edit' | 'terminal' | 'requests' | 'details'

export const PANES: readonly Pane[] = ['explore', 'edit', 'terminal', 'requests', 'details']
export const THEMES = ['system', 'light', 'dark'] as const
export type ThemeName = (typeof THEMES)[number]

/** The options that an embedding page passes in the query. */
export interface Embed {
  /**
   * At least one pane, in the order of the query, without duplicates. A frame that is too small for all of them shows
   * the first.
   */
  readonly panes: readonly Pane[]
  readonly theme: ThemeName
  readonly dialect: DialectName
  /** The id of the example that the cluster starts from; empty for none. */
  readonly example: string
  /** A path to open in the documents pane beside the documents of the example. */
  readonly place?: Place
}

/**
 * The query of an embed: `?panes=edit,terminal&theme=dark&dialect=k8s&example=guestbook&at=/api/v1/pods`. Returns undefined
 * without `panes`; the other parameters are optional. No parameter names a cluster, because each load creates a new one. Unknown
 * values are ignored; without a known pane the embed shows the editor and the terminal.
 */
export function parseEmbed(search: string): Embed | undefined {
  const query = new URLSearchParams(search)
  const named = query.get('panes')
  if (named === null) return undefined
  const panes = [...new Set(named.split(','))].flatMap((name) => PANES.find((pane) => pane === name.trim()) ?? [])
  const example = query.get('example') ?? ''
  query.delete('example')
  return {
    panes: panes.length > 0 ? panes : ['edit', 'terminal'],
    theme: THEMES.find((theme) => theme === query.get('theme')) ?? 'system',
    dialect: query.get('dialect') === 'k8s' ? 'k8s' : 'svc',
    example,
    place: parseRoute(query.toString()).place,
  }
}
