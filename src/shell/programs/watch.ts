import type { Process, Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'
import { clearScreen, sinkTo, textInput } from '../../script/streams.ts'
import { seconds } from '../seconds.ts'

export default {
  name: 'watch',
  usage: 'watch [-n SECONDS] COMMAND',
  summary: 'runs a command every two seconds and shows its newest output, until Ctrl-C',
  async run(process) {
    const { interval, words } = options(process.words)
    const line = words.join(' ')
    for (;;) {
      let output = ''
      const keep = sinkTo((text) => void (output += text))
      await process.evaluate(line, { stdout: keep, stderr: keep, stdin: textInput('') })
      const head = `Every ${interval.toFixed(1)}s: ${line}`
      clearScreen(process.stdout)
      process.stdout.write(`${head}\n\n${output}`)
      await process.pause(interval * 1000)
    }
  },
} satisfies Program

function options(words: Process['words']): { interval: number; words: readonly string[] } {
  let interval = 2
  const left = [...words]
  while (left[0]?.startsWith('-')) {
    const [, attached] = /^(?:-n|--interval=)(.+)$/.exec(left[0]) ?? []
    if (attached !== undefined) interval = seconds(attached)
    else if (left[0] === '-n' || left[0] === '--interval') interval = seconds(left.splice(1, 1)[0])
    left.shift()
  }
  if (left.length === 0) throw new UsageFault('usage: watch [-n SECONDS] COMMAND')
  return { interval: Math.max(interval, 0.1), words: left }
}
