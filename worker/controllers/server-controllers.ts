import type { AuthorityFiles } from '../certificates/authority.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { AnnouncedVersion } from '../http/announced-groups.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Verbs } from '../verbs/verbs.ts'
import { canWork, isChosen, type ControllerNames } from './chosen-controllers.ts'
import type { Controller, ControllerContext, ManagerContext } from './controller.ts'
import { apiServiceAvailability } from './api-service-availability.ts'
import { certificateSigning } from './certificate-signing.ts'
import { serverClient } from './client.ts'
import { clusterRoleAggregation } from './cluster-role-aggregation.ts'
import { eventExpiry } from './event-expiry.ts'
import { flowSchemaConditions } from './flow-schema-conditions.ts'
import type { Manager } from './manager.ts'
import { serviceAccounts } from './service-accounts.ts'

interface Served {
  readonly verbs: Verbs
  readonly catalog: Catalog
  readonly dialect: Dialect
  readonly clock: Clock
  readonly report: (error: unknown) => void
  readonly authority: () => Promise<AuthorityFiles>
  readonly rootCertificates: ManagerContext['rootCertificates']
  readonly accountTokens: ManagerContext['accountTokens']
  /** How long events live, in milliseconds; absent: as long as the real server's. */
  readonly eventTtl?: number | undefined
  /** How long after the start the manager is loaded, in milliseconds; absent: in the next turn. */
  readonly managerDelay?: number | undefined
  /** Of this server, where others work on the same storage. */
  readonly identity: string | undefined
  /** See isChosen. */
  readonly chosen: readonly string[]
}

/** The controllers that are part of the server itself, and behind them the manager's. */
export interface ServerControllers {
  /** Resolves when those of the server have seen to what is there. The manager's begin in a turn of their own. */
  start(): Promise<void>
  announced(): readonly AnnouncedVersion[]
  stop(): void
}

/** Those whose kinds are not served rest. */
export function serverControllers(served: Served): ServerControllers {
  const { clock, report, chosen, eventTtl = EVENT_TTL, managerDelay = 0 } = served
  const context = { ...served, client: serverClient(served) }
  const availability = apiServiceAvailability(context)
  const managed = earlyControllers.filter((one) => isChosen(one, chosen)).map(({ open }) => open(context))
  const controllers = [availability, flowSchemaConditions(context), eventExpiry(eventTtl)(context), ...managed].filter(
    (one) => canWork(one, served),
  )
  let manager: Manager | undefined
  let isStopped = false

  async function startManager(): Promise<void> {
    const { manage } = await import('./manager.ts')
    if (isStopped) return
    manager = manage(context, chosen)
    await manager.start()
  }

  return {
    async start() {
      await Promise.all(controllers.map((controller) => controller.start()))
      // Who waits for the first answer does not wait for them.
      if (chosen.some((one) => !one.startsWith('-'))) clock.after(managerDelay, () => void startManager().catch(report))
    },
    announced: () => availability.announced(),
    stop() {
      isStopped = true
      for (const controller of controllers) controller.stop()
      manager?.stop()
    },
  }
}

const EVENT_TTL = 60 * 60_000

interface EarlyController extends ControllerNames {
  open(context: ControllerContext): Controller
}

/** Those of the manager that whoever sends the first request counts on. */
export const earlyControllers: readonly EarlyController[] = [
  { name: 'certificatesigningrequest-signing-controller', alias: 'csrsigning', open: certificateSigning },
  { name: 'clusterrole-aggregation-controller', alias: 'clusterrole-aggregation', open: clusterRoleAggregation },
  { name: 'serviceaccount-controller', alias: 'serviceaccount', open: serviceAccounts },
]
