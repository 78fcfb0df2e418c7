import type { Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'
import type { ShellOption } from '../../script/shell-state.ts'

const LETTERS = new Map<string, ShellOption>([
  ['e', 'errexit'],
  ['u', 'nounset'],
  ['x', 'xtrace'],
])
const OPTIONS: ReadonlySet<string> = new Set([...LETTERS.values(), 'pipefail'])
const isOption = (name: string): name is ShellOption => OPTIONS.has(name)

export default {
  name: 'set',
  usage: 'set [-eux] [-o OPTION] [--] [TEXT…]',
  summary: 'sets options of the shell, or its positional parameters',
  run({ words, state, stdout }) {
    if (words.length === 0) {
      for (const [name, { value }] of state.variables) stdout.write(`${name}=${value}\n`)
      return 0
    }
    const left = [...words]
    for (let word = left.shift(); word !== undefined; word = left.shift()) {
      if (word === '--' || !/^[-+]/.test(word)) {
        state.positional = word === '--' ? left : [word, ...left]
        return 0
      }
      for (const letter of word.slice(1)) {
        const option = letter === 'o' ? (left.shift() ?? '') : LETTERS.get(letter)
        if (option === undefined || !isOption(option)) throw new UsageFault(`${word}: invalid option`, 2)
        if (word.startsWith('-')) state.options.add(option)
        else state.options.delete(option)
      }
    }
    return 0
  },
} satisfies Program
