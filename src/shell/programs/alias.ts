import type { Program } from '../../script/process.ts'

export default {
  name: 'alias',
  usage: "alias [NAME='COMMAND'…]",
  summary: 'gives a command a short name; k is kubectl from the start',
  run({ words, state, stdout, stderr }) {
    let code = 0
    const show = (name: string, text: string): void =>
      stdout.write(`alias ${name}='${text.replaceAll("'", `'\\''`)}'\n`)
    if (words.length === 0)
      for (const [name, text] of [...state.aliases].sort(([a], [b]) => (a < b ? -1 : 1))) show(name, text)
    for (const word of words) {
      const [, name = word, text] = /^([^=]+)=([^]*)$/.exec(word) ?? []
      const known = state.aliases.get(name)
      if (text !== undefined) state.aliases.set(name, text)
      else if (known !== undefined) show(name, known)
      else {
        stderr.write(`alias: ${name}: not found\n`)
        code = 1
      }
    }
    return code
  },
} satisfies Program
