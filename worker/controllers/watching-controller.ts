import type { Controller, ManagerContext, ResourceKind, WorkQueue } from './controller.ts'

/**
 * A controller that is nothing but handlers of informers and a queue behind them.
 * @param follow called with the start; answers what ends the handlers
 */
export function watchingController(
  context: ManagerContext,
  needs: readonly ResourceKind[],
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
