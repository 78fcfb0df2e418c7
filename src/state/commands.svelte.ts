import type { Command } from '../contracts/commands.ts'

/** The available commands. The palette lists all of them, the shortcuts dialog those with keys. */
class Commands {
  #all = $state.raw<readonly Command[]>([])

  get all(): readonly Command[] {
    return this.#all
  }

  /** Adds commands. The returned function removes them. */
  register(commands: readonly Command[]): () => void {
    const taken = new Set(commands.map((command) => command.id))
    this.#all = [...this.#all.filter((command) => !taken.has(command.id)), ...commands]
    return () => {
      const given = new Set(commands)
      this.#all = this.#all.filter((command) => !given.has(command))
    }
  }

  /** Does nothing when the command is not available. */
  run(id: string): void {
    this.#all.find((command) => command.id === id)?.run()
  }

  withKeys(keys: string): Command | undefined {
    return this.#all.find((command) => command.keys === keys)
  }
}

export const commands = new Commands()
