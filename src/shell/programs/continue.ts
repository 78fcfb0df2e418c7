import { numberOfText } from '../../../worker/api/numbers.ts'
import type { Program } from '../../script/process.ts'
import { ControlFlow } from '../../script/control-flow.ts'

export default {
  name: 'continue',
  usage: 'continue [N]',
  summary: 'continues with the next iteration of a loop',
  run({ words: [count = '1'] }) {
    throw new ControlFlow('continue', Math.max(1, numberOfText(count) || 1))
  },
} satisfies Program
