import type { AuthorityFiles } from '../certificates/authority.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { AnnouncedVersion } from '../http/announced-groups.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Verbs } from '../verbs/verbs.ts'
import type { Controller, ControllerContext } from './controller.ts'
import { apiServiceAvailability } from './api-service-availability.ts'
import { certificateSigning } from './certificate-signing.ts'
import { serverClient } from './client.ts'
import { clusterRoleAggregation } from './cluster-role-aggregation.ts'
import { flowSchemaConditions } from './flow-schema-conditions.ts'
import { serviceAccounts } from './service-accounts.ts'

interface Served {
  readonly verbs: Verbs
  readonly catalog: Catalog
  readonly dialect: Dialect
  readonly clock: Clock
  readonly report: (error: unknown) => void
  readonly authority: () => Promise<AuthorityFiles>
  /** `--controllers`: names, `*` for all that are on by default, `-name` for none of that name. */
  readonly chosen: readonly string[]
}

/** The controllers that are part of the server itself. */
export interface ServerControllers {
  /** Resolves when they have seen to what is there. */
  start(): Promise<void>
  announced(): readonly AnnouncedVersion[]
  stop(): void
}

/** Those whose kinds are not served rest. */
export function serverControllers({ clock, report, chosen, authority, ...served }: Served): ServerControllers {
  const context = {
    client: serverClient({ ...served, clock, report }),
    clock,
    dialect: served.dialect,
    authority,
    report,
  }
  const availability = apiServiceAvailability(context)
  const managed = CONTROLLERS.filter(([name]) => isChosen(chosen, name)).map(([, controller]) => controller(context))
  const controllers = [availability, flowSchemaConditions(context), ...managed].filter(({ needs }) =>
    needs.every(({ group, version, resource }) => served.catalog.find(served.dialect.spell(group), version, resource)),
  )
  return {
    async start() {
      await Promise.all(controllers.map((controller) => controller.start()))
    },
    announced: () => availability.announced(),
    stop() {
      for (const controller of controllers) controller.stop()
    },
  }
}

/** Those of the controller manager, by the names that `--controllers` knows them by. */
const CONTROLLERS: readonly (readonly [name: string, controller: (context: ControllerContext) => Controller])[] = [
  ['certificatesigningrequest-signing-controller', certificateSigning],
  ['clusterrole-aggregation-controller', clusterRoleAggregation],
  ['serviceaccount-controller', serviceAccounts],
]

/** What names a controller itself goes before `*`. */
function isChosen(chosen: readonly string[], name: string): boolean {
  if (chosen.includes(name)) return true
  return !chosen.includes(`-${name}`) && !chosen.includes('-*') && chosen.includes('*')
}
