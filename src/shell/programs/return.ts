import type { Program } from '../../script/process.ts'
import { Leaving } from '../../script/leaving.ts'

export default {
  name: 'return',
  usage: 'return [CODE]',
  summary: 'ends a function',
  run({ words: [code], state }) {
    throw new Leaving('return', code === undefined ? state.code : Number(code) || 0)
  },
} satisfies Program
