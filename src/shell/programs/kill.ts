import type { Jobs } from '../../script/jobs.ts'
import type { Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'

export const killProgram = (jobs: Jobs): Program => ({
  name: 'kill',
  usage: 'kill %N…',
  summary: 'ends background jobs',
  run({ words }) {
    const names = words.filter((word) => !/^-\w+$/.test(word))
    if (names.length === 0) throw new UsageFault('usage: kill %N…', 2)
    for (const name of names) {
      const job = jobs.find(name)
      if (job === undefined) throw new UsageFault(`${name}: no such job`)
      job.controller.abort(new Error('Terminated'))
    }
    return 0
  },
})
