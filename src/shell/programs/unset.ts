import type { Program } from '../../script/process.ts'

export default {
  name: 'unset',
  usage: 'unset [-f] NAME…',
  summary: 'forgets a variable or a function',
  run({ words, state }) {
    for (const name of words.filter((word) => !word.startsWith('-'))) {
      if (words[0] === '-f' || !state.variables.delete(name)) state.functions.delete(name)
    }
    return 0
  },
} satisfies Program
