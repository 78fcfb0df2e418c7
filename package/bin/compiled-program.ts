import { loadCompiled, type CompiledFile } from './compiled-file.ts'
import type { Program } from './program.ts'

/** Milliseconds from the start of a server until it stores its compiled code, which takes about 50 ms. */
const KEEP_AFTER_MS = 3000

/** A command that starts a server. One file of the package holds all such commands. */
export function compiledServer(file: string, name: 'serve' | 'kubeApiserver', require: NodeJS.Require): Program {
  return {
    async run(args) {
      const compiled = loadCompiled(file, name, require)
      const code = await programOf(compiled, name).run(args)
      // A process that only prints its help has compiled almost nothing.
      if (code === undefined) keepLater(compiled.keep)
      return code
    },
  }
}

/**
 * The command-line client. Each of its commands keeps its own code, because they have few functions in common; command
 * lines that begin with a flag share theirs.
 */
export function compiledClient(file: string, name: 'kubectl' | 'svcctl', require: NodeJS.Require): Program {
  return {
    async run(args) {
      const [word = ''] = args
      const compiled = loadCompiled(file, COMMAND.test(word) ? word : 'client', require)
      const code = await programOf(compiled, name).run(args)
      // An unknown command keeps nothing: the words of users are unlimited.
      if (code === 0) process.once('exit', compiled.keep)
      return code
    },
  }
}

/** The form of a command's name, which is a part of a file's name. */
const COMMAND = /^[a-z][a-z-]{0,19}$/

const programOf = ({ exports }: CompiledFile, name: string): Program =>
  (exports as Readonly<Record<string, Program>>)[name] as Program

/** Stores compiled code after some time, when most of the functions in use have been compiled. */
export function keepLater(keep: () => void): void {
  setTimeout(keep, KEEP_AFTER_MS).unref()
  process.once('exit', keep)
}
