import type { Case, Step } from '../../../conformance/case.ts'
import type { Members } from '../../../conformance/json-path.ts'
import { dice } from '../../../fuzz/dice.ts'
import { changedObject } from './rich/changes.ts'
import { RICH_OBJECTS } from './rich/kinds.ts'
import { RICH_STATUSES } from './rich/statuses.ts'
import { get, patch, post, put, remove, scenario } from './steps.ts'

/** Keeps the choices of one case apart from the choices of the next seeds. */
const SEED_FACTOR = 4013
/** The number of changes of one status in one case. */
const CHANGES = 60
const TABLE = { headers: { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } }

function statusCase(name: string, status: Members, at: number, seed: number): Case {
  const roll = dice(seed * SEED_FACTOR + at)
  const rich = RICH_OBJECTS.find((one) => one.name === name)
  if (rich === undefined) throw new Error(`a status names no full object: ${name}`)
  const { path, object } = rich
  const metadata = object['metadata'] as Members
  const item = `${path}/${String(metadata['name'])}`
  const change = (): Step => {
    const changed = changedObject(roll, { status })
    const query = roll.chance(0.85) ? '?dryRun=All' : ''
    if (roll.chance(0.6)) return put(`${item}/status${query}`, { ...object, ...changed })
    return patch(`${item}/status${query}`, changed, { type: roll.chance(0.5) ? 'strategic' : 'merge' })
  }
  return scenario(
    'rich',
    `statuses-${name}`,
    [
      post(path, object),
      put(`${item}/status`, { ...object, status }),
      get(item, TABLE),
      ...Array.from({ length: CHANGES }, change),
      get(item, TABLE),
      put(item, object),
      remove(item),
    ],
    path.includes('${ns}') ? {} : { cleanup: [item] },
  )
}

/** Full statuses and changes of them. */
export const richStatusScenarios = (seed: number): Case[] =>
  Object.entries(RICH_STATUSES).map(([name, status], at) => statusCase(name, status, at, seed))
