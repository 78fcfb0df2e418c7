import type { Program } from '../../script/process.ts'
import { seconds } from '../seconds.ts'

export default {
  name: 'sleep',
  usage: 'sleep TIME',
  summary: 'waits: sleep 2, sleep 1m',
  async run({ words: [time], pause }) {
    await pause(seconds(time) * 1000)
    return 0
  },
} satisfies Program
