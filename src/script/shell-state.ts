import type { Command } from './script.ts'
import { bounded } from './script.ts'

export interface Variable {
  readonly value: string
  readonly exported: boolean
}

export type ShellOption = 'errexit' | 'nounset' | 'xtrace' | 'pipefail'

/** The variables, functions and aliases of a shell. A pipeline's command and a subshell change a copy of them. */
export class ShellState {
  readonly variables: Map<string, Variable>
  readonly functions: Map<string, Command>
  readonly aliases: Map<string, string>
  readonly options: Set<ShellOption>
  positional: readonly string[]
  folder: string
  /** The exit code of the last command: `$?`. */
  code = 0
  /** The process number of the last background job: `$!`. */
  lastJob = ''

  constructor(folder: string, variables: ReadonlyMap<string, Variable>, from?: ShellState) {
    this.folder = folder
    this.variables = new Map(variables)
    this.functions = new Map(from?.functions)
    this.aliases = new Map(from?.aliases)
    this.options = new Set(from?.options)
    this.positional = from?.positional ?? []
    this.code = from?.code ?? 0
    this.lastJob = from?.lastJob ?? ''
  }

  copy(): ShellState {
    return new ShellState(this.folder, this.variables, this)
  }

  get(name: string): string | undefined {
    if (name === '?') return String(this.code)
    if (name === '!') return this.lastJob
    if (name === '$') return '1'
    if (name === '0') return 'bash'
    if (name === '-') return ''
    if (name === 'PWD') return this.folder
    return this.variables.get(name)?.value
  }

  set(name: string, value: string, exported = this.variables.get(name)?.exported ?? false): void {
    this.variables.set(name, { value: bounded(value), exported })
  }

  /** Runs work with additional exported variables: `NAME=value command`. */
  async withVariables<Result>(values: readonly [string, string][], work: () => Promise<Result>): Promise<Result> {
    const before = values.map(([name]) => [name, this.variables.get(name)] as const)
    try {
      for (const [name, value] of values) this.set(name, value, true)
      return await work()
    } finally {
      for (const [name, variable] of before) {
        if (variable === undefined) this.variables.delete(name)
        else this.variables.set(name, variable)
      }
    }
  }

  /** The variables that commands see. */
  exported(): Record<string, string> {
    return Object.fromEntries(
      [...this.variables].flatMap(([name, { value, exported }]) => (exported ? [[name, value]] : [])),
    )
  }
}
