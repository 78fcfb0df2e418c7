import { numberOfText } from '../../../worker/api/numbers.ts'
import type { Program } from '../../script/process.ts'
import { ControlFlow } from '../../script/control-flow.ts'

export default {
  name: 'break',
  usage: 'break [N]',
  summary: 'ends a loop',
  run({ words: [count = '1'] }) {
    throw new ControlFlow('break', Math.max(1, numberOfText(count) || 1))
  },
} satisfies Program
