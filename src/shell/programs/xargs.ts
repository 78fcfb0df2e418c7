import { numberOfText } from '../../../worker/api/numbers.ts'
import type { Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'
import { textInput } from '../../script/streams.ts'

export default {
  name: 'xargs',
  usage: 'xargs [-n COUNT] [-I MARK] COMMAND',
  summary: 'runs a command with the words of its input',
  async run({ words, stdin, run }) {
    const left = [...words]
    let [most, mark] = [Number.MAX_SAFE_INTEGER, '']
    while (left[0]?.startsWith('-')) {
      const flag = left.shift() ?? ''
      const value = flag.length > 2 ? flag.slice(2) : ''
      if (flag.startsWith('-n')) most = numberOfText(value || left.shift())
      else if (flag.startsWith('-I')) mark = value || (left.shift() ?? '')
      else if (!/^(-r|--no-run-if-empty|-t)$/.test(flag)) throw new UsageFault(`unknown option ${flag}`)
    }
    if (!(most > 0)) throw new UsageFault('-n needs a number above 0')
    const command = left.length === 0 ? ['echo'] : left
    const text = await stdin.rest()
    const items = mark === '' ? (text.match(/\S+/g) ?? []) : text.split('\n').filter((line) => line.trim() !== '')
    let worst = 0
    for (let at = 0; at < items.length; at += mark === '' ? most : 1) {
      const given =
        mark === ''
          ? [...command, ...items.slice(at, at + most)]
          : command.map((word) => word.replaceAll(mark, items[at]?.trim() ?? ''))
      if ((await run(given, { stdin: textInput('') })) !== 0) worst = 123
    }
    return worst
  },
} satisfies Program
