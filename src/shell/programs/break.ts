import type { Program } from '../../script/process.ts'
import { Leaving } from '../../script/leaving.ts'

export default {
  name: 'break',
  usage: 'break [N]',
  summary: 'ends a loop',
  run({ words: [count = '1'] }) {
    throw new Leaving('break', Math.max(1, Number(count) || 1))
  },
} satisfies Program
