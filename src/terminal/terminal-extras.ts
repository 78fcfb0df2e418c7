import { WebLinksAddon } from '@xterm/addon-web-links'
import type { Terminal } from '@xterm/xterm'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import type { Command } from '../contracts/commands.ts'
import type { TerminalPaneProps } from '../contracts/panes.ts'
import { remember } from '../state/storage.ts'

export { NarrowScreen } from './narrow-screen.ts'

/** Makes the addresses in an output links, which open in a new tab. */
export function openLinks(terminal: Terminal): void {
  terminal.loadAddon(new WebLinksAddon((_, address) => void window.open(address, '_blank', 'noopener,noreferrer')))
}

export async function copySelection(terminal: Terminal, app: TerminalPaneProps['app']): Promise<void> {
  const text = terminal.getSelection()
  if (text === '') return
  try {
    await navigator.clipboard.writeText(text)
    terminal.clearSelection()
  } catch (error) {
    app.notify({ tone: 'error', title: 'The selection was not copied', detail: errorMessage(error) })
  }
}

export function screenReaderCommand({ options }: Terminal, app: TerminalPaneProps['app']): Command {
  return {
    id: 'terminal.screenReader',
    title: 'Turn the terminal’s screen reader mode on or off',
    section: 'Terminal',
    words: 'accessibility speak',
    run: () => {
      options.screenReaderMode = !options.screenReaderMode
      remember('terminal.screenReader', options.screenReaderMode)
      app.notify({
        tone: 'info',
        title: options.screenReaderMode ? 'Screen reader mode is on' : 'Screen reader mode is off',
      })
    },
  }
}
