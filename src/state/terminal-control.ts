import type { TerminalControl } from '../contracts/panes.ts'

/** The terminal that is up, for the rest of the app; what is asked before it is up is done when it comes. */
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
