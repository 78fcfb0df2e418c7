import type { Program } from '../../script/process.ts'
import { fileText } from '../file-text.ts'

export default {
  name: 'cat',
  usage: 'cat [FILE…]',
  summary: 'prints files or its input',
  async run(process) {
    const { words, stdin, stdout, stderr } = process
    let code = 0
    for (const name of words.length === 0 ? ['-'] : words) {
      if (name === '-') {
        for (let text = await stdin.read(); text !== undefined; text = await stdin.read()) {
          stdout.write(text)
          await stdout.ready()
        }
        continue
      }
      try {
        stdout.write(await fileText(name, process))
      } catch (error) {
        stderr.write(`cat: ${(error as Error).message}\n`)
        code = 1
      }
    }
    return code
  },
} satisfies Program
