import type { Program } from '../../script/process.ts'

export default {
  name: 'time',
  usage: 'time COMMAND',
  summary: 'runs a command and says how long it took',
  async run({ words, run, stderr }) {
    const started = performance.now()
    const code = words.length === 0 ? 0 : await run(words)
    stderr.write(`\nreal\t${((performance.now() - started) / 1000).toFixed(3)}s\n`)
    return code
  },
} satisfies Program
