import type { Clock } from '../clock/clock.ts'
import { identityLease } from '../resources/server-identity.ts'
import { restoreObject } from '../verbs/bootstrap.ts'
import type { Environment } from '../verbs/environment.ts'

/** Half of the duration of the lease: the lease never expires, and an idle cluster has few writes. */
const RENEWAL_MS = 30 * 60_000

interface Renewal {
  readonly environment: Environment
  readonly clock: Clock
  readonly hostname: string
  readonly report: (error: unknown) => void
}

/** Renews the lease of a running server; call the result to stop. */
export function renewIdentity({ environment, clock, hostname, report }: Renewal): () => void {
  let cancel = (): void => undefined
  const wait = (): void => void (cancel = clock.after(RENEWAL_MS, () => void renew()))
  const write = async (): Promise<void> => {
    // The bootstrap objects are large, so they are loaded on demand.
    const { spelled } = await import('../resources/bootstrap.ts')
    const lease = await identityLease(hostname, clock)
    await restoreObject(environment, spelled(lease, environment.dialect.spell))
  }
  const renew = async (): Promise<void> => {
    await write().catch(report)
    if (!isStopped) wait()
  }
  let isStopped = false
  wait()
  return () => {
    isStopped = true
    cancel()
  }
}
