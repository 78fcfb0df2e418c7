import { tick } from 'svelte'
import { layout } from '../state/layout.svelte.ts'
import { session } from '../state/session.svelte.ts'

/**
 * Moves the focus to the active tab when the focused pane is hidden or shows another tab, or when the focus is on
 * another tab. When the focused element no longer exists, moves it at the next key. Call once.
 */
export function keepFocus(): void {
  let last: Element | undefined
  const repair = (): void => {
    const isLeftTab = last?.matches('.documents-pane > .tabstrip [aria-selected="false"]')
    if (last === undefined || (last.isConnected && last.checkVisibility() && !isLeftTab)) return
    last = undefined
    document.querySelector<HTMLElement>('.documents-pane [role="tab"][aria-selected="true"]')?.focus()
  }
  const pressed = (): void => {
    if (document.activeElement === document.body) repair()
  }

  const listener = ({ target }: FocusEvent): void => {
    if (target instanceof Element) last = target
  }
  addEventListener('focusin', listener)
  addEventListener('keydown', pressed, true)
  last = document.activeElement ?? undefined

  $effect.root(() => {
    $effect(() => {
      void [layout.explorerOpen, layout.bottomOpen, layout.detailsOpen, layout.pane, session.workspace?.tabs.active]
      void tick().then(repair)
    })
  })
}
