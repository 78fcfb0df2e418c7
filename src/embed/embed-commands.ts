import type { Command } from '../contracts/commands.ts'
import { focusFilter, stepPane } from '../frame/pane-focus.ts'
import { terminalControl } from '../state/terminal-control.ts'
import { layout } from '../state/layout.svelte.ts'
import type { Pane } from '../address/embed.ts'

interface Dialogs {
  palette(): void
  shortcuts(): void
}

/** The commands of an embed: those that need neither another pane nor another cluster. */
export function embedCommands(panes: readonly Pane[], dialogs: Dialogs): Command[] {
  const terminal: Command = {
    id: 'pane.terminal',
    title: 'Terminal',
    section: 'View',
    keys: 'Mod-Backquote',
    words: 'shell console',
    run: () => {
      layout.showBottom('terminal')
      requestAnimationFrame(() => terminalControl.focus())
    },
  }
  return [
    { id: 'app.palette', title: 'Find anything', section: 'View', keys: 'Mod-k', run: () => dialogs.palette() },
    {
      id: 'app.shortcuts',
      title: 'Show keyboard shortcuts',
      section: 'View',
      keys: '?',
      run: () => dialogs.shortcuts(),
    },
    { id: 'pane.next', title: 'Next pane', section: 'View', keys: 'F6', run: () => stepPane(1) },
    { id: 'pane.previous', title: 'Previous pane', section: 'View', keys: 'Shift-F6', run: () => stepPane(-1) },
    { id: 'pane.filter', title: 'Filter', section: 'View', keys: '/', run: focusFilter },
    ...(panes.includes('terminal') ? [terminal] : []),
  ]
}
