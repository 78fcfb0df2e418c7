import type { Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'

export default {
  name: 'export',
  usage: 'export NAME[=VALUE]…',
  summary: 'gives a variable to the commands that follow',
  run({ words, state, stdout }) {
    if (words.length === 0 || words[0] === '-p')
      for (const [name, value] of Object.entries(state.exported())) stdout.write(`declare -x ${name}="${value}"\n`)
    for (const word of words.filter((each) => each !== '-p')) {
      const [, name, value] = /^([A-Za-z_]\w*)(?:=([^]*))?$/.exec(word) ?? []
      if (name === undefined) throw new UsageFault(`\`${word}': not a valid identifier`)
      state.set(name, value ?? state.get(name) ?? '', true)
    }
    return 0
  },
} satisfies Program
