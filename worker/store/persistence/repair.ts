import type { Batch, BatchRecord } from './batch.ts'
import { packBatches } from './batch.ts'
import { SKIPPED_REVISIONS } from './skipped-revisions.ts'
import type { StoredState } from './stored-state.ts'
import { readRows, rowPlace, takeNewest } from './stored-state.ts'

export interface Repaired {
  readonly state: StoredState
  /** The new content of the database. */
  readonly batches: readonly Batch[]
  /** A message to the user about the damage and its repair. */
  readonly notice: string
}

/** The second copy, as `readRows` takes it. */
interface CopiedState {
  /** The time of the copy, in milliseconds since 1970. */
  readonly at: number
  readonly rows: readonly unknown[]
}

const FIRST_CHANGE = 2

/** Builds a state from the undamaged rows of a database and its copy: the newest record of each object. */
export function repaired(found: StoredState, copied: CopiedState | undefined): Repaired {
  const copy = copied && readRows({ revision: undefined, rows: copied.rows })
  const newest = new Map<string, BatchRecord>(copy?.records)
  takeNewest(newest, found.records.values())
  const revision = Math.max(found.revision, copy?.revision ?? 1) + SKIPPED_REVISIONS
  const live = [...newest.values()].filter(({ value }) => value !== undefined).sort((a, b) => a.revision - b.revision)
  const batches = packBatches(live, FIRST_CHANGE, revision)
  const records = new Map(live.map((record) => [record.key, record]))
  const restored = live.filter(({ key, revision: at }) => found.records.get(key)?.revision !== at).length
  return {
    state: { revision, records, rows: batches.map(rowPlace), writes: found.writes, damages: 0 },
    batches,
    notice: repairMessage(found, copied, restored, live.length),
  }
}

function repairMessage(found: StoredState, copied: CopiedState | undefined, restored: number, all: number): string {
  const kept = `${all - restored} objects in it were whole`
  if (copied === undefined)
    return `The database of this cluster was damaged: ${kept}. There is no second copy, so other objects may be lost or restored to an older state.`
  const source = `the second copy of ${new Date(copied.at).toISOString()}`
  return found.records.size === 0
    ? `The browser lost the database of this cluster. ${restored} objects were restored from ${source}; what was written after it is lost.`
    : `The database of this cluster was damaged: ${kept}, ${restored} were restored from ${source}. What was written after it may be lost.`
}
