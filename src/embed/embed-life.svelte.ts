import { untrack } from 'svelte'
import { dialects } from '../../worker/dialect/dialect.ts'
import { OpenDocument } from '../state/documents.svelte.ts'
import { layout } from '../state/layout.svelte.ts'
import { session } from '../state/session.svelte.ts'
import { theme } from '../state/theme.svelte.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import type { Embed } from '../address/embed.ts'
import { formatEmbed } from '../address/embed-query.ts'
import { THEMES } from '../address/embed.ts'
import type { HostTheme } from '../contracts/embed-protocol.ts'
import { HOST_PARAMETER, VIEW_PARAMETER } from '../contracts/embed-protocol.ts'

/** Parameters that are not options of the panes, but that a reload needs. */
const OTHER_PARAMETERS = ['scenario', HOST_PARAMETER, VIEW_PARAMETER]

function otherParameters(search: string): string {
  const query = new URLSearchParams(search)
  return OTHER_PARAMETERS.flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [`&${name}=${encodeURIComponent(value)}`]
  }).join('')
}

/** Updates the address of the frame without history entries, so Back goes back in the outer page. Call once, in a component. */
export function keepAddress(embed: Embed): void {
  const rest = otherParameters(location.search)
  $effect(() => {
    const active = session.workspace?.tabs.active?.place
    if (active === undefined) return
    const place = layout.has('edit') || layout.pane === 'edit' ? active : undefined
    const at = place?.kind === 'examples' ? { example: place.id, place: undefined } : { place }
    const search = formatEmbed({ ...embed, ...at, theme: theme.name }) + rest
    if (search !== location.search) history.replaceState(null, '', location.pathname + search + location.hash)
  })
}

/**
 * When the cluster has started, opens the path in the address. Also applies the example when the embed has no editor. Call once,
 * in a component.
 */
export function openStart({ panes, example, place }: Embed): void {
  let opened = false
  $effect(() => {
    const { workspace } = session
    if (workspace === undefined || opened) return
    opened = true
    untrack(() => {
      if (example !== '' && !panes.includes('edit')) void applyExample(workspace, example)
      if (place !== undefined) workspace.open(place)
    })
  })
}

/** Applies the example of an embed that lacks the editor, in which the user would apply it. */
async function applyExample(workspace: Workspace, id: string): Promise<void> {
  const [{ examples }, { applyDocuments }] = await Promise.all([
    import('../examples/examples.ts'),
    import('../state/applied-documents.ts'),
  ])
  const { spell } = dialects[workspace.cluster.info.dialect]
  const files = examples.find((example) => example.id === id)?.files ?? []
  await applyDocuments(
    workspace,
    files.map((file) => new OpenDocument({ ...file, text: spell(file.text) })),
  )
}

/** Follows theme messages of the outer page. Call the result to stop. */
export function followHostTheme(): () => void {
  const listener = ({ source, data }: MessageEvent<Partial<HostTheme> | null>): void => {
    if (source !== parent || typeof data !== 'object' || data?.type !== 'tabplane:theme') return
    const wanted = THEMES.find((name) => name === data.theme)
    if (wanted !== undefined) theme.name = wanted
  }
  addEventListener('message', listener)
  return () => removeEventListener('message', listener)
}
