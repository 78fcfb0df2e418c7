import { numberOfText } from '../../../worker/api/numbers.ts'
import type { Program } from '../../script/process.ts'
import { ControlFlow } from '../../script/control-flow.ts'

export default {
  name: 'exit',
  usage: 'exit [CODE]',
  summary: 'ends a script; the terminal stays open',
  run({ words: [code], state }) {
    throw new ControlFlow('exit', code === undefined ? state.code : numberOfText(code) || 0)
  },
} satisfies Program
