import { numberOfText } from '../../../worker/api/numbers.ts'
import type { Program } from '../../script/process.ts'

export const historyProgram = (lines: () => readonly string[]): Program => ({
  name: 'history',
  usage: 'history [N]',
  summary: 'lists the lines of this cluster’s terminal',
  run({ words: [count], stdout }) {
    const all = lines()
    const first = count === undefined ? 0 : Math.max(0, all.length - (numberOfText(count) || 0))
    all.slice(first).forEach((line, index) => stdout.write(`${String(first + index + 1).padStart(5)}  ${line}\n`))
    return 0
  },
})
