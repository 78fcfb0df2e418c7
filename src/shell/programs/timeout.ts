import type { Program } from '../../script/process.ts'
import { seconds } from '../seconds.ts'

const TIMED_OUT = 124

export default {
  name: 'timeout',
  usage: 'timeout TIME COMMAND',
  summary: 'runs a command and ends it after a time',
  async run({ words: [time, ...words], run, pause, signal }) {
    const limit = new AbortController()
    const over = pause(seconds(time) * 1000).then(() => {
      limit.abort(new Error('timeout'))
      return TIMED_OUT
    })
    const work = run(words, { signal: AbortSignal.any([signal, limit.signal]) })
    return Promise.race([work, over]).finally(() => {
      // The slower promise may still reject.
      work.catch(() => undefined)
      over.catch(() => undefined)
    })
  },
} satisfies Program
