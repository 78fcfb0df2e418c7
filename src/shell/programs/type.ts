import type { Program } from '../../script/process.ts'

export const typeProgram = (isCommand: (name: string) => boolean): Program => ({
  name: 'type',
  aliases: ['which', 'command'],
  usage: 'type NAME…',
  summary: 'shows what a command is',
  run({ name: own, words, state, stdout, stderr, run }) {
    if (own === 'command' && !words[0]?.startsWith('-')) return run(words)
    let code = 0
    for (const name of words.filter((word) => !word.startsWith('-'))) {
      const alias = state.aliases.get(name)
      const isFunction = state.functions.has(name)
      if (alias === undefined && !isFunction && !isCommand(name)) {
        stderr.write(`bash: ${own}: ${name}: not found\n`)
        code = 1
      } else if (own !== 'type') stdout.write(`${name}\n`)
      else if (alias !== undefined) stdout.write(`${name} is aliased to \`${alias}'\n`)
      else stdout.write(isFunction ? `${name} is a function\n` : `${name} is a command of this terminal\n`)
    }
    return code
  },
})
