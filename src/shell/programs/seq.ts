import { numberOfText } from '../../../worker/api/numbers.ts'
import type { Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'

const MAX_NUMBERS = 1_000_000

export default {
  name: 'seq',
  usage: 'seq [FIRST [STEP]] LAST',
  summary: 'prints numbers',
  run({ words, stdout }) {
    const numbers = words.map(numberOfText)
    const [first = 1, step = 1, last = 0] =
      numbers.length < 3 ? [numbers.length === 2 ? numbers[0] : 1, 1, numbers.at(-1)] : numbers
    if (numbers.length === 0 || numbers.some(Number.isNaN) || step === 0)
      throw new UsageFault('usage: seq [FIRST [STEP]] LAST')
    const lines: number[] = []
    for (let value = first; step > 0 ? value <= last : value >= last; value += step) {
      if (lines.length >= MAX_NUMBERS) throw new UsageFault(`more than ${MAX_NUMBERS} numbers`)
      lines.push(value)
    }
    stdout.write(lines.map((value) => `${value}\n`).join(''))
    return 0
  },
} satisfies Program
