import type { Program } from '../../script/process.ts'

export default {
  name: 'pwd',
  usage: 'pwd',
  summary: 'prints the folder',
  run({ state, stdout }) {
    stdout.write(`${state.folder}\n`)
    return 0
  },
} satisfies Program
