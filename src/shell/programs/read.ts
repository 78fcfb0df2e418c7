import type { Program } from '../../script/process.ts'

export default {
  name: 'read',
  usage: 'read [-r] [NAME…]',
  summary: 'reads a line of its input into variables',
  async run({ words, state, stdin }) {
    const line = await stdin.line()
    if (line === undefined) return 1
    const names = words.filter((word) => !word.startsWith('-'))
    const separators = state.get('IFS') ?? ' \t\n'
    const text = line.replace(/\n$/, '')
    if (names.length === 0 || separators === '') {
      state.set(names[0] ?? 'REPLY', text)
      return 0
    }
    const set = `[${separators.replace(/[\\\]^-]/g, '\\$&')}]+`
    let left = text.replace(new RegExp(`^${set}|${set}$`, 'g'), '')
    for (const [index, name] of names.entries()) {
      const found = index < names.length - 1 ? new RegExp(set).exec(left) : null
      state.set(name, found === null ? left : left.slice(0, found.index))
      left = found === null ? '' : left.slice(found.index + found[0].length)
    }
    return 0
  },
} satisfies Program
