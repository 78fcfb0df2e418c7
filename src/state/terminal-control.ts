import type { TerminalControl } from '../contracts/panes.ts'

/** The calls of the terminal for the rest of the app; calls before the terminal has started are queued. */
class TerminalReach {
  #control: TerminalControl | undefined
  #waiting: ((control: TerminalControl) => void)[] = []

  take(control: TerminalControl): void {
    this.#control = control
    for (const ask of this.#waiting.splice(0)) ask(control)
  }

  focus(): void {
    this.#ask((control) => control.focus())
  }

  #ask(ask: (control: TerminalControl) => void): void {
    if (this.#control === undefined) this.#waiting.push(ask)
    else ask(this.#control)
  }
}

export const terminalControl = new TerminalReach()
