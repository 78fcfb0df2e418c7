import type { Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'

export default {
  name: 'unalias',
  usage: 'unalias NAME…',
  summary: 'forgets an alias',
  run({ words, state }) {
    if (words[0] === '-a') state.aliases.clear()
    else for (const name of words) if (!state.aliases.delete(name)) throw new UsageFault(`${name}: not found`)
    return 0
  },
} satisfies Program
