import type { Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'
import { formatted } from '../print-format.ts'

export default {
  name: 'printf',
  usage: 'printf FORMAT [TEXT…]',
  summary: 'prints texts by a format',
  run({ words: [format, ...values], stdout }) {
    if (format === undefined) throw new UsageFault('usage: printf FORMAT [TEXT…]', 2)
    stdout.write(formatted(format, values))
    return 0
  },
} satisfies Program
