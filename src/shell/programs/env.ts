import type { Program } from '../../script/process.ts'

export default {
  name: 'env',
  aliases: ['printenv'],
  usage: 'env [NAME=VALUE…] [COMMAND]',
  summary: 'prints the variables, or runs a command with more variables',
  async run({ name, words, state, stdout, run }) {
    const exported = new Map(Object.entries(state.exported()))
    if (name === 'printenv' && words[0] !== undefined) {
      const value = exported.get(words[0])
      if (value !== undefined) stdout.write(`${value}\n`)
      return Number(value === undefined)
    }
    const count = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
    const settings = (count < 0 ? words : words.slice(0, count)).map((word) => [
      word.slice(0, word.indexOf('=')),
      word.slice(word.indexOf('=') + 1),
    ])
    if (count < 0) {
      for (const [variable, value] of [...exported, ...settings]) stdout.write(`${variable}=${value}\n`)
      return 0
    }
    for (const [variable = '', value = ''] of settings) state.set(variable, value, true)
    return run(words.slice(count))
  },
} satisfies Program
