import { dataFolder } from '../../serve/data-folder/data-folder.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import { snapshotLog, type SnapshotLog } from '../../worker/store/persistence/snapshot-log.ts'

/** The log of a folder. Its content is also in memory, for snapshots and forks, which are copies in memory. */
export function folderSnapshotLog(folder: string): SnapshotLog {
  const stored = dataFolder(folder, { clock: systemClock })
  let inMemory = snapshotLog()
  return {
    state: () => inMemory.state(),
    copy: () => inMemory.copy(),
    get revision() {
      return inMemory.revision
    },
    get outage() {
      return stored.outage
    },
    async open() {
      const state = await stored.open()
      inMemory = snapshotLog(state)
      return state
    },
    async commit(changes) {
      const first = await stored.commit(changes)
      await inMemory.commit(changes)
      return first
    },
    close: () => stored.close(),
  }
}
