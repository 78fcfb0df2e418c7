import type { Process, Program } from '../../script/process.ts'
import { textInput } from '../../script/streams.ts'
import { fileText } from '../file-text.ts'

export default {
  name: 'bash',
  aliases: ['sh'],
  usage: 'bash [-c TEXT | FILE] [TEXT…]',
  summary: 'runs a text or a file of lines in a shell of its own',
  async run(process) {
    const [text, positional] = await scriptOf(process)
    // Parentheses run the text in a subshell, and `set` passes the arguments to it.
    const quoted = positional.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
    return process.evaluate(`(set -- ${quoted}\n${text}\n)`)
  },
} satisfies Program

async function scriptOf(process: Process): Promise<[text: string, positional: readonly string[]]> {
  const words = process.words.filter((word, index) => !(index === 0 && /^-[eux]+$/.test(word)))
  const [first, ...rest] = words
  if (first === '-c') return [rest[0] ?? '', rest.slice(2)]
  if (first === undefined) return [await process.stdin.rest(), []]
  return [await fileText(first, { ...process, stdin: textInput('') }), rest]
}
