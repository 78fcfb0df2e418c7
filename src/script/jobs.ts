import { numberOfText } from '../../worker/api/numbers.ts'
import { TERMINATED } from './exit-codes.ts'

/** A command line that runs in the background. */
export interface Job {
  readonly id: number
  readonly line: string
  readonly controller: AbortController
  readonly done: Promise<number>
  /** The exit code; undefined while the job runs. */
  code: number | undefined
}

const FIRST_PROCESS = 1000

/** The most ended jobs in the list. */
const MAX_ENDED = 100

/** The list of background jobs. An ended job stays in it until it is reported, or until MAX_ENDED later jobs have ended. */
export class Jobs {
  #jobs: Job[] = []
  #last = 0

  /** @param done resolves to the exit code of the job */
  add(line: string, controller: AbortController, done: Promise<number>): Job {
    if (this.#jobs.length === 0) this.#last = 0
    const job: Job = { id: ++this.#last, line, controller, done, code: undefined }
    const ended = this.#jobs.filter(({ code }) => code !== undefined)
    if (ended.length > MAX_ENDED) this.#jobs.splice(this.#jobs.indexOf(ended[0] ?? job), 1)
    this.#jobs.push(job)
    void done.then((code) => (job.code = code))
    return job
  }

  get all(): readonly Job[] {
    return this.#jobs
  }

  /** The job of a name: `%2`, `2`, `%%`, or the number in `$!`. Without a name, the newest job. */
  find(name = '%%'): Job | undefined {
    if (/^%?[%+]?$/.test(name)) return this.#jobs.at(-1)
    const number = numberOfText(name.replace(/^%/, ''))
    return this.#jobs.find((job) => job.id === number || processNumber(job) === String(number))
  }

  /** Removes the ended jobs, and returns them. */
  takeEnded(): readonly Job[] {
    const ended = this.#jobs.filter(({ code }) => code !== undefined)
    this.#jobs = this.#jobs.filter(({ code }) => code === undefined)
    return ended
  }
}

export const processNumber = ({ id }: Job): string => String(FIRST_PROCESS + id)

/** A job as text: `[1]+  Running                 sleep 10 &`. */
export function describeJob({ id, code, line }: Job, isNewest: boolean): string {
  const mark = isNewest ? '+' : ' '
  return `[${id}]${mark}  ${stateOf(code).padEnd(24)}${line}${code === undefined ? ' &' : ''}\n`
}

function stateOf(code: number | undefined): string {
  if (code === undefined) return 'Running'
  if (code === 0) return 'Done'
  return code === TERMINATED ? 'Terminated' : `Exit ${code}`
}
