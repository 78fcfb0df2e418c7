import { canWork, isChosen } from './chosen-controllers.ts'
import { Leadership } from './leadership.ts'
import { managerControllers, type ManagerController } from './manager-controllers.ts'
import { openManagerContext, type ManagerSurroundings } from './manager-context.ts'
import { managerObjects } from './objects.ts'

/** The controller manager: those of its controllers that were chosen. Loaded once the cluster serves. */
export interface Manager {
  /** Resolves when they have seen to what is there. */
  start(): Promise<void>
  stop(): void
}

interface Managing extends ManagerSurroundings {
  /** Of this server, where others work on the same storage. */
  readonly identity: string | undefined
}

/** Of several servers over one storage, one manages at a time. @param chosen see isChosen */
export function manage({ identity, ...surroundings }: Managing, chosen: readonly string[]): Manager {
  if (identity === undefined) return openManager(surroundings, chosen)
  const objects = managerObjects(surroundings)
  return new Leadership({ ...surroundings, objects, identity }, () => openManager(surroundings, chosen))
}

/** @param chosen see isChosen */
export function openManager(
  surroundings: ManagerSurroundings,
  chosen: readonly string[],
  all: readonly ManagerController[] = managerControllers,
): Manager {
  const context = openManagerContext(surroundings)
  const controllers = all
    .filter((one) => isChosen(one, chosen))
    .map(({ open }) => open(context))
    .filter((one) => canWork(one, surroundings))
  return {
    async start() {
      await Promise.all(controllers.map((one) => one.start().catch(context.report)))
    },
    stop() {
      for (const one of controllers) one.stop()
      context.stop()
    },
  }
}
