import type { Program } from '../../script/process.ts'

export default {
  name: 'eval',
  usage: 'eval TEXT…',
  summary: 'runs its words as a line',
  run: ({ words, evaluate }) => evaluate(words.join(' ')),
} satisfies Program
