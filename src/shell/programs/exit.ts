import type { Program } from '../../script/process.ts'
import { Leaving } from '../../script/leaving.ts'

export default {
  name: 'exit',
  usage: 'exit [CODE]',
  summary: 'ends a script; the terminal stays open',
  run({ words: [code], state }) {
    throw new Leaving('exit', code === undefined ? state.code : Number(code) || 0)
  },
} satisfies Program
