import { numberOfText } from '../../../worker/api/numbers.ts'
import type { Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'
import { textInput } from '../../script/streams.ts'
import { fileText } from '../file-text.ts'

export default {
  name: 'head',
  usage: 'head [-n LINES] [FILE]',
  summary: 'prints the first lines, ten without -n',
  async run(process) {
    const { words, stdin, stdout } = process
    const [, count = '10'] = /^(?:.* )?(?:-n ?|-|--lines=)(\d+)\b/.exec(words.join(' ')) ?? []
    const files = words.filter((word, index) => !/^-./.test(word) && !(words[index - 1] === '-n'))
    if (files.length > 1) throw new UsageFault('one file at a time')
    const input = files[0] === undefined ? stdin : textInput(await fileText(files[0], process))
    for (let left = numberOfText(count); left > 0; left--) {
      const line = await input.line()
      if (line === undefined) break
      stdout.write(line)
    }
    return 0
  },
} satisfies Program
