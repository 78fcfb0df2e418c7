import { losesText } from '../state/lost-text.ts'
import { session } from '../state/session.svelte.ts'

/** Pause after a change before the state is stored, milliseconds. */
const DELAY = 400

/**
 * Stores the tabs and documents of the open cluster shortly after a change and when the page unloads. The browser warns the
 * user before it closes the page when a text that is not applied would be lost. Call once.
 */
export function keepWorkspace(): void {
  let isLost = $state(false)
  const save = (): void => void session.workspace?.save()
  addEventListener('pagehide', save)
  document.addEventListener('visibilitychange', () => document.hidden && save())

  $effect.root(() => {
    $effect(() => {
      const { workspace } = session
      if (workspace === undefined) return
      const saved = workspace.remembered()
      const timer = setTimeout(() => (isLost = losesText(workspace, saved)), DELAY)
      return () => clearTimeout(timer)
    })
    $effect(() => {
      if (!isLost) return
      const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
      addEventListener('beforeunload', ask)
      return () => removeEventListener('beforeunload', ask)
    })
  })
}
