import type { ManagerController } from './controller.ts'
import { areResourcesServed, isControllerEnabled } from './controller-selection.ts'
import { LeaderElection } from './client/leader-election.ts'
import { objectClient } from './client/object-client.ts'
import { managerControllers } from './manager-controllers.ts'
import { openManagerContext, type ManagerOptions } from './manager-context.ts'

/** The controller manager: its enabled controllers. */
export interface Manager {
  /** Resolves when the controllers have handled every object that existed at the start. */
  start(): Promise<void>
  stop(): void
}

interface ElectedManagerOptions extends ManagerOptions {
  /** The identity of this server when several servers share a storage. */
  readonly identity: string | undefined
}

/** When several servers share a storage, one at a time runs the manager. @param enabled see isControllerEnabled */
export function electedManager({ identity, ...options }: ElectedManagerOptions, enabled: readonly string[]): Manager {
  if (identity === undefined) return openManager(options, enabled)
  const objects = objectClient(options)
  return new LeaderElection({ ...options, objects, identity }, () => openManager(options, enabled))
}

/** @param enabled see isControllerEnabled */
export function openManager(
  options: ManagerOptions,
  enabled: readonly string[],
  all: readonly ManagerController[] = managerControllers,
): Manager {
  const context = openManagerContext(options)
  const controllers = all
    .filter((descriptor) => isControllerEnabled(descriptor, enabled))
    .map((descriptor) => descriptor.open(context.contextFor(descriptor)))
    .filter((controller) => areResourcesServed(controller, options))
  return {
    async start() {
      await Promise.all(controllers.map((controller) => controller.start().catch(context.report)))
    },
    stop() {
      for (const controller of controllers) controller.stop()
      context.stop()
    },
  }
}
