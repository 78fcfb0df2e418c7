import { loadCompiled } from './compiled-file.ts'
import type { Program } from './program.ts'

/** How long a server serves before it keeps its compiled code, which takes about 50 ms, milliseconds. */
const KEEP_AFTER = 3000

/** A command that starts a server, from the file that the package has of all such commands. */
export function compiledProgram(file: string, name: 'serve' | 'kubeApiserver'): Program {
  return {
    async run(args) {
      const compiled = loadCompiled(file, name)
      const programs = compiled.exports as Readonly<Record<typeof name, Program>>
      const code = await programs[name].run(args)
      // A process that only prints its help has compiled next to nothing.
      if (code === undefined) keepLater(compiled.keep)
      return code
    },
  }
}

/** Keeps compiled code when most of what the process needs has been compiled. */
export function keepLater(keep: () => void): void {
  setTimeout(keep, KEEP_AFTER).unref()
  process.once('exit', keep)
}
