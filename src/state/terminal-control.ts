import type { EndedCommand, TerminalControl } from '../contracts/panes.ts'

/** The calls of the terminal for the rest of the app. Calls before the terminal has started wait in a queue. */
export class TerminalCalls {
  #control: TerminalControl | undefined
  #load: () => void = () => undefined
  readonly #followers = new Set<(cluster: string, command: EndedCommand) => void>()
  #waiting: ((control: TerminalControl) => void)[] = []

  attach(control: TerminalControl): void {
    this.#control = control
    for (const action of this.#waiting.splice(0)) action(control)
  }

  /** Sets the function that loads the terminal. It is called when a call waits in the queue. */
  loadWith(load: () => void): void {
    this.#load = load
    if (this.#waiting.length > 0) load()
  }

  focus(): void {
    this.#call((control) => control.focus())
  }

  run(line: string): void {
    this.#call((control) => control.run(line))
  }

  /** Called by the terminal when a command has ended. */
  ended(cluster: string, command: EndedCommand): void {
    for (const follower of this.#followers) follower(cluster, command)
  }

  /** Calls `follower` after each command until the returned function is called. */
  follow(follower: (cluster: string, command: EndedCommand) => void): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  #call(action: (control: TerminalControl) => void): void {
    if (this.#control !== undefined) return action(this.#control)
    this.#waiting.push(action)
    this.#load()
  }
}

export const terminalControl = new TerminalCalls()
