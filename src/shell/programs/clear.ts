import type { Program } from '../../script/process.ts'
import { clearScreen } from '../../script/streams.ts'

export default {
  name: 'clear',
  usage: 'clear',
  summary: 'clears the screen',
  run({ stdout }) {
    clearScreen(stdout)
    return 0
  },
} satisfies Program
