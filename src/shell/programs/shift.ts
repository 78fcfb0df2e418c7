import { numberOfText } from '../../../worker/api/numbers.ts'
import type { Program } from '../../script/process.ts'

export default {
  name: 'shift',
  usage: 'shift [N]',
  summary: 'drops $1 and moves the others up',
  run({ words: [count = '1'], state }) {
    if (numberOfText(count) > state.positional.length) return 1
    state.positional = state.positional.slice(numberOfText(count))
    return 0
  },
} satisfies Program
