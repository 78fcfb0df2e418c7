import { CLIENT_NAMES } from '../shell/client-names.ts'
import type { Output } from '../shell/shell.ts'
import { simpleWords } from '../shell/words.ts'
import type { CommandResult } from '../contracts/embed-api.ts'
import { LIMITS } from '../contracts/embed-protocol.ts'

interface LineRunner {
  run(line: string, output: Output): Promise<number>
}

/**
 * Runs lines of the embedding page and collects their output. Simple commands of the client run in parallel, so a watch
 * blocks no other line. All other lines run one after the other, because they share the shell's folder and variables.
 */
export class ShellRuns {
  readonly #shell: LineRunner
  #last: Promise<unknown> = Promise.resolve()

  constructor(shell: LineRunner) {
    this.#shell = shell
  }

  /** @throws Error for an output above the limit, and when the signal aborts */
  run(line: string, columns: number, signal: AbortSignal): Promise<CommandResult> {
    const [name = ''] = simpleWords(line) ?? []
    const start = (): Promise<CommandResult> => this.#start(line, columns, signal)
    if (CLIENT_NAMES.includes(name)) return start()
    const result = this.#last.then(start)
    this.#last = result.catch(() => undefined)
    return result
  }

  async #start(line: string, columns: number, signal: AbortSignal): Promise<CommandResult> {
    signal.throwIfAborted()
    const stopper = new AbortController()
    const result = { stdout: '', stderr: '' }
    const add = (stream: 'stdout' | 'stderr', text: string): void => {
      result[stream] += text
      if (result[stream].length > LIMITS.output)
        stopper.abort(new Error(`The command printed more than ${LIMITS.output} characters`))
    }
    const code = await this.#shell.run(line, {
      columns,
      signal: AbortSignal.any([signal, stopper.signal]),
      stdout: (text) => add('stdout', text),
      stderr: (text) => add('stderr', text),
    })
    stopper.signal.throwIfAborted()
    return { ...result, code }
  }
}
