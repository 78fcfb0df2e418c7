import { onAbort } from '../../../worker/runtime/on-abort.ts'
import type { Jobs } from '../../script/jobs.ts'
import type { Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'

export const fgProgram = (jobs: Jobs): Program => ({
  name: 'fg',
  usage: 'fg [%N]',
  summary: 'waits for a background job; Ctrl-C then ends it',
  async run({ words: [name], stdout, signal }) {
    const job = jobs.find(name)
    if (job === undefined) throw new UsageFault(`${name ?? 'current'}: no such job`)
    stdout.write(`${job.line}\n`)
    const stop = (): void => job.controller.abort(signal.reason)
    const remove = onAbort(signal, stop)
    try {
      return await job.done
    } finally {
      remove()
      jobs.takeEnded()
    }
  },
})
