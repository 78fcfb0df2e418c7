import { numberOfText } from '../../../worker/api/numbers.ts'
import type { Program } from '../../script/process.ts'
import { ControlFlow } from '../../script/control-flow.ts'

export default {
  name: 'return',
  usage: 'return [CODE]',
  summary: 'ends a function',
  run({ words: [code], state }) {
    throw new ControlFlow('return', code === undefined ? state.code : numberOfText(code) || 0)
  },
} satisfies Program
