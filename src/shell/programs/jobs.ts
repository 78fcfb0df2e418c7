import type { Jobs } from '../../script/jobs.ts'
import { describeJob } from '../../script/jobs.ts'
import type { Program } from '../../script/process.ts'

export const jobsProgram = (jobs: Jobs): Program => ({
  name: 'jobs',
  usage: 'jobs',
  summary: 'lists what runs in the background',
  run({ stdout }) {
    const all = jobs.all
    for (const job of all) stdout.write(describeJob(job, job === all.at(-1)))
    jobs.takeEnded()
    return 0
  },
})
