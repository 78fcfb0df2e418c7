import { pageTiming } from '../client/page-timing.ts'
import type { ClusterSource } from '../scenario/checks/cluster-source.ts'
import { terminalControl } from '../state/terminal-control.ts'
import type { Workspace } from '../state/workspace.svelte.ts'

/** The source of checks in the page: the cluster, and the commands of its terminal. */
export function readerSource({ cluster }: Workspace): ClusterSource {
  return {
    ...pageTiming,
    info: cluster.info,
    fetch: (path, init) => cluster.fetch(path, init),
    commands: {
      follow: (listener) =>
        terminalControl.follow((id, command) => {
          if (id === cluster.id) listener(command)
        }),
    },
  }
}
