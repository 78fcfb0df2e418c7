import type { Program } from '../../script/process.ts'

export default {
  name: 'true',
  aliases: [':'],
  usage: 'true',
  summary: 'succeeds',
  run: () => 0,
} satisfies Program
