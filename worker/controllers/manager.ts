import type { Controller, ManagerController } from './controller.ts'
import { areResourcesServed, isControllerEnabled } from './controller-selection.ts'
import { LeaderElection } from './client/leader-election.ts'
import { objectClient } from './client/object-client.ts'
import { managerControllers } from './manager-controllers.ts'
import { sleepingInCopy, startCount } from './sleeping-controller.ts'
import { openManagerContext, type ManagerOptions } from './manager-context.ts'

/** The controller manager: its enabled controllers. */
export interface Manager {
  /** Resolves when the controllers have handled every object that existed at the start. */
  start(): Promise<void>
  /** Whether the controllers with a wake-up have started and have no work. */
  isAtRest(): boolean
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
  const election = new LeaderElection({ ...options, objects, identity }, () => openManager(options, enabled))
  return {
    start: () => election.start(),
    stop: () => election.stop(),
    // The work of another server is not known here.
    isAtRest: () => false,
  }
}

/**
 * Opens the enabled controllers whose resources the server serves.
 * @param enabled see isControllerEnabled
 */
export function openManager(
  options: ManagerOptions,
  enabled: readonly string[],
  all: readonly ManagerController[] = managerControllers,
): Manager {
  const context = openManagerContext(options)
  const starts = startCount()
  const start = (controller: Controller): Promise<void> => starts.start(controller).catch(context.report)
  const controllers = all
    .filter((descriptor) => isControllerEnabled(descriptor, enabled))
    .map((descriptor) => sleepingInCopy(descriptor, descriptor.open(context.contextFor(descriptor)), options, start))
    .filter((controller) => areResourcesServed(controller, options))
  let isStarted = false
  return {
    async start() {
      await Promise.all(controllers.map(start))
      isStarted = true
    },
    isAtRest: () => isStarted && starts.underWay() === 0 && context.isAtRest(),
    stop() {
      for (const controller of controllers) controller.stop()
      context.stop()
    },
  }
}
