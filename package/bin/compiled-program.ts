import { loadCompiled } from './compiled-file.ts'
import type { Program } from './program.ts'

/** Milliseconds from the start of a server until it stores its compiled code, which takes about 50 ms. */
const KEEP_AFTER_MS = 3000

/** A command that starts a server. One file of the package holds all such commands. */
export function compiledProgram(file: string, name: 'serve' | 'kubeApiserver'): Program {
  return {
    async run(args) {
      const compiled = loadCompiled(file, name)
      const programs = compiled.exports as Readonly<Record<typeof name, Program>>
      const code = await programs[name].run(args)
      // A process that only prints its help has compiled almost nothing.
      if (code === undefined) keepLater(compiled.keep)
      return code
    },
  }
}

/** Stores compiled code after some time, when most of the functions in use have been compiled. */
export function keepLater(keep: () => void): void {
  setTimeout(keep, KEEP_AFTER_MS).unref()
  process.once('exit', keep)
}
