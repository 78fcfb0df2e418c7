import type { GroupVersionResource } from './client/group-version-resource.ts'
import type { WorkQueue } from './client/work-queue.ts'
import type { Controller, ManagerContext } from './controller.ts'

/**
 * A controller that consists of informer handlers and a work queue.
 * @param follow called at the start; returns the functions that remove the handlers
 */
export function queueController(
  context: ManagerContext,
  needs: readonly GroupVersionResource[],
  queue: WorkQueue,
  follow: () => readonly (() => void)[],
): Controller {
  let removals: readonly (() => void)[] = []
  return {
    needs,
    async start() {
      const informers = needs.map((resource) => context.informer(resource))
      removals = follow()
      await Promise.all(informers.map(({ synced }) => synced))
    },
    stop() {
      queue.stop()
      for (const remove of removals) remove()
      removals = []
    },
  }
}
