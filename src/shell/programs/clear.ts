import type { Program } from '../../script/process.ts'

export default {
  name: 'clear',
  usage: 'clear',
  summary: 'clears the screen',
  run({ stdout }) {
    stdout.write('\u001b[2J\u001b[H')
    return 0
  },
} satisfies Program
