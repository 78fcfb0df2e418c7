import { errorMessage } from '../../client/api-error.ts'
import { accountConnection } from './account-connection.ts'
import type { Activity, ActivityContext } from './activity.ts'
import { ClusterRequests } from './cluster-requests.ts'

/** Runs a script once. */
export function scriptActivity({ cluster, manager, sandbox, report }: ActivityContext): Activity {
  const requests = new ClusterRequests(accountConnection(cluster, sandbox.facts.serviceAccount ?? ''), cluster, manager)
  const run = (): Promise<string | undefined> =>
    report.recorded('run', '', async () => {
      try {
        const result = await sandbox.call({ kind: 'run' })
        return { value: undefined, answer: JSON.stringify(result), verdict: 'ok', isFault: false }
      } catch (error) {
        const fault = errorMessage(error)
        return { value: fault, answer: '', verdict: fault, isFault: true }
      }
    })
  let isStopped = false
  const runOnce = async (): Promise<void> => {
    if (isStopped) return
    const fault = await run()
    // When the script was stopped, its failed call is already recorded, so no end is reported.
    if (!isStopped) report.finish(fault)
  }
  // The run starts after this function has returned, because the returned activity answers the script's requests.
  setTimeout(() => void runOnce())
  return { summary: 'script', request: (request) => requests.send(request), stop: () => (isStopped = true) }
}
