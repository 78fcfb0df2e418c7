import type { GroupVersionResource } from './client/group-version-resource.ts'
import type { WorkQueue } from './client/work-queue.ts'
import type { Controller, ManagerContext } from './controller.ts'

/**
 * A controller that is nothing but handlers of informers and a queue behind them.
 * @param follow called with the start; answers what ends the handlers
 */
export function queueController(
  context: ManagerContext,
  needs: readonly GroupVersionResource[],
  queue: WorkQueue,
  follow: () => readonly (() => void)[],
): Controller {
  let ends: readonly (() => void)[] = []
  return {
    needs,
    async start() {
      const informers = needs.map((kind) => context.informer(kind))
      ends = follow()
      await Promise.all(informers.map(({ synced }) => synced))
    },
    stop() {
      queue.stop()
      for (const end of ends) end()
      ends = []
    },
  }
}
