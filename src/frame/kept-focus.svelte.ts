import { tick } from 'svelte'
import { layout } from '../state/layout.svelte.ts'
import { session } from '../state/session.svelte.ts'

/** Moves the focus to the active tab when the focused pane is hidden or shows another tab. Call once, in a component. */
export function keepFocus(): void {
  let last: Element | undefined

  $effect(() => {
    const listener = ({ target }: FocusEvent): void => {
      if (target instanceof Element) last = target
    }
    addEventListener('focusin', listener)
    return () => removeEventListener('focusin', listener)
  })

  $effect(() => {
    void [layout.explorerOpen, layout.bottomOpen, layout.detailsOpen, layout.pane, session.workspace?.tabs.active]
    void tick().then(() => {
      if (last === undefined || (last.isConnected && last.checkVisibility())) return
      last = undefined
      document.querySelector<HTMLElement>('.documents-pane [role="tab"][aria-selected="true"]')?.focus()
    })
  })
}
