import type { Program } from '../../script/process.ts'
import { ControlFlow } from '../../script/control-flow.ts'

export default {
  name: 'return',
  usage: 'return [CODE]',
  summary: 'ends a function',
  run({ words: [code], state }) {
    throw new ControlFlow('return', code === undefined ? state.code : Number(code) || 0)
  },
} satisfies Program
