import type { Redirection, Word } from './script.ts'
import { ScriptError } from './script.ts'
import type { ShellFiles, Streams } from './process.ts'
import { absolutePath } from './path.ts'
import type { Sink } from './streams.ts'
import { NOWHERE, sinkTo, textInput } from './streams.ts'

/** The files and values that a redirection names. */
export interface Opening {
  readonly files: ShellFiles
  readonly folder: string
  text(word: Word): Promise<string>
  words(word: Word): Promise<readonly string[]>
}

interface Opened {
  readonly streams: Streams
  /** Writes the redirected outputs to their files. */
  close(): Promise<void>
}

/** The streams of a command with its redirections, from left to right. */
export async function redirected(
  redirections: readonly Redirection[],
  streams: Streams,
  how: Opening,
): Promise<Opened> {
  let current = streams
  const closing: (() => Promise<void>)[] = []
  for (const redirection of redirections) {
    const { stream, operator } = redirection
    if (operator === '<' || operator === '<<' || operator === '<<<') {
      if (stream !== 0) throw new ScriptError(`${stream}: only standard input can be read`)
      current = { ...current, stdin: textInput(await inputText(redirection, how)) }
      continue
    }
    const sink = operator === '>&' ? await copied(redirection, current, how) : await fileSink(redirection, how, closing)
    if (stream !== 2) current = { ...current, stdout: sink }
    if (stream === 2 || stream === 'both') current = { ...current, stderr: sink }
  }
  return {
    streams: current,
    async close() {
      for (const each of closing) await each()
    },
  }
}

async function inputText({ operator, target }: Redirection, how: Opening): Promise<string> {
  if (operator === '<<') return how.text(target)
  if (operator === '<<<') return `${await how.text(target)}\n`
  const name = await how.text(target)
  if (name === '/dev/null') return ''
  const path = absolutePath(name, how.folder)
  const kind = await how.files.kind(path)
  if (kind !== 'file')
    throw new ScriptError(`${name}: ${kind === undefined ? 'No such file or directory' : 'Is a directory'}`)
  return how.files.text(path)
}

/** The stream that `2>&1` copies, as it is at this position in the list. */
async function copied({ stream, target }: Redirection, current: Streams, how: Opening): Promise<Sink> {
  const name = await how.text(target)
  if (name === '1') return current.stdout
  if (name === '2') return current.stderr
  throw new ScriptError(`${stream}>&${name}: bad file descriptor`)
}

async function fileSink(
  { operator, target }: Redirection,
  how: Opening,
  closing: (() => Promise<void>)[],
): Promise<Sink> {
  const [name = '', ...more] = await how.words(target)
  if (more.length > 0) throw new ScriptError(`${name}: ambiguous redirect`)
  if (name === '/dev/null') return NOWHERE
  const path = absolutePath(name, how.folder)
  const kind = await how.files.kind(path)
  if (kind === 'directory') throw new ScriptError(`${name}: Is a directory`)
  let text = operator === '>>' && kind === 'file' ? await how.files.text(path) : ''
  let written = text
  // The file exists at once. It has its whole content when the command ends or is interrupted.
  await how.files.write(path, text)
  const flush = async (): Promise<void> => {
    if (written === text) return
    written = text
    await how.files.write(path, text)
  }
  closing.push(flush)
  return sinkTo((more) => {
    text += more
    void Promise.resolve().then(flush)
  })
}
