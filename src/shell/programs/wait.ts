import { untilAborted } from '../../../worker/runtime/on-abort.ts'
import type { Jobs } from '../../script/jobs.ts'
import type { Program } from '../../script/process.ts'

export const waitProgram = (jobs: Jobs): Program => ({
  name: 'wait',
  usage: 'wait [%N]',
  summary: 'waits until background jobs have ended',
  async run({ words, signal }) {
    const chosen = words.length === 0 ? jobs.all : words.flatMap((name) => jobs.find(name) ?? [])
    if (chosen.length < words.length) return 127
    const codes = await untilAborted(Promise.all(chosen.map(({ done }) => done)), signal)
    return words.length === 0 ? 0 : (codes.at(-1) ?? 0)
  },
})
