import type { Program } from '../../script/process.ts'
import { formatted } from '../print-format.ts'

export default {
  name: 'echo',
  usage: 'echo [-n] [-e] TEXT…',
  summary: 'prints its words',
  run({ words, stdout }) {
    const [flags = ''] = words
    const hasFlags = /^-[neE]+$/.test(flags)
    const text = words.slice(hasFlags ? 1 : 0).join(' ')
    const shown = hasFlags && flags.includes('e') ? formatted(text.replaceAll('%', '%%'), []) : text
    stdout.write(hasFlags && flags.includes('n') ? shown : `${shown}\n`)
    return 0
  },
} satisfies Program
