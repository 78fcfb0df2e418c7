import type { Process, Program } from '../script/process.ts'
import { FOLLOWING } from './library-names.ts'
import type { Library, LibraryCall, LibraryResult } from './library.ts'

/** Input beyond this many characters is no longer shown line by line. */
const MAX_FOLLOWED = 256 * 1024
/** Milliseconds to wait for more lines before the command runs: short input is then read in one run. */
const PAUSE_MS = 60

/** A command of the library. The commands in `FOLLOWING` write the output for the lines that have arrived so far. */
export const libraryProgram = (name: string, load: () => Promise<Library>): Program => ({
  name,
  usage: name,
  summary: 'works as usual',
  async run(process) {
    const library = await load()
    const words = [name.replace(/^library-/, ''), ...process.words]
    const call = (stdin: string): LibraryCall => ({
      stdin,
      folder: process.state.folder,
      variables: process.state.exported(),
      signal: process.signal,
    })
    const exception = FOLLOWING.get(name)
    const follows = exception !== undefined && !process.words.some((word) => exception.test(word))
    const run = (text: string): Promise<LibraryResult> => library.command(words, call(text))
    if (follows) return followed(process, run)
    const { stdout, stderr, code } = await run(await process.stdin.rest())
    process.stdout.write(stdout)
    process.stderr.write(stderr)
    return code
  },
})

/** Runs the command again with each group of lines, and writes the part of its output that is new. */
async function followed(process: Process, run: (text: string) => Promise<LibraryResult>): Promise<number> {
  const { stdin, stdout, stderr } = process
  let [input, shown] = ['', '']
  for (let text = await stdin.read(); text !== undefined; text = await stdin.read()) {
    input += text
    if (!input.endsWith('\n') || input.length > MAX_FOLLOWED) continue
    await process.pause(PAUSE_MS)
    if (!stdin.waiting) input += (await stdin.read()) ?? ''
    if (!input.endsWith('\n')) continue
    const result = await run(input)
    if (result.code !== 0 || !result.stdout.startsWith(shown)) continue
    stdout.write(result.stdout.slice(shown.length))
    shown = result.stdout
  }
  const result = await run(input)
  stdout.write(result.stdout.startsWith(shown) ? result.stdout.slice(shown.length) : result.stdout)
  stderr.write(result.stderr)
  return result.code
}
