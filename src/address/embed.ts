import type { DialectName } from '../../worker/dialect/dialect.ts'
import type { Place } from './route.ts'
import { parseRoute } from './route.ts'

/** The parts of the app that a page can embed, each by itself or any of them together. */
export type Pane = 'explore' | 'edit' | 'terminal' | 'requests' | 'details'

export const PANES: readonly Pane[] = ['explore', 'edit', 'terminal', 'requests', 'details']
export const THEMES = ['system', 'light', 'dark'] as const
export type ThemeName = (typeof THEMES)[number]

/** What a page that embeds the app wants of it. */
export interface Embed {
  /** In the page's own order, each once, at least one; the first is shown where they do not fit together. */
  readonly panes: readonly Pane[]
  readonly theme: ThemeName
  readonly dialect: DialectName
  /** The id of the example that the cluster starts from; empty for none. */
  readonly example: string
  /** What is open in the documents, beside what came with the cluster. */
  readonly place?: Place
}

/**
 * The query of an embed: `?panes=edit,terminal&theme=dark&dialect=k8s&example=guestbook&at=/api/v1/pods`. `panes` alone
 * makes it one, and none names a cluster: each load makes a new one. What it does not understand it leaves out; without
 * any pane there are the editor and the terminal.
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
