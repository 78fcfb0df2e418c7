import type { Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'
import { fileText } from '../file-text.ts'

export default {
  name: 'source',
  aliases: ['.'],
  usage: 'source FILE',
  summary: 'runs the lines of a file in this shell',
  async run(process) {
    const [name] = process.words
    if (name === undefined) throw new UsageFault('filename argument required', 2)
    return process.evaluate(await fileText(name, process))
  },
} satisfies Program
