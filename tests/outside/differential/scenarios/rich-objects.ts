import type { Case, Step } from '../../../conformance/case.ts'
import { dice } from '../../../fuzz/dice.ts'
import { changedObject } from './rich/changes.ts'
import { RICH_OBJECTS, type RichObject } from './rich/kinds.ts'
import { get, patch, post, put, remove, scenario } from './steps.ts'

type Members = Record<string, unknown>

/** Keeps the choices of one case apart from the choices of the next seeds. */
const SEED_FACTOR = 4003
/** The number of changes of one object in one case. */
const CHANGES = 120

function richCase({ name, path, object }: RichObject, at: number, seed: number): Case {
  const roll = dice(seed * SEED_FACTOR + at)
  const own = (object['metadata'] as Members)['name']
  const item = `${path}/${String(own)}`
  const change = (): Step[] => {
    const body = changedObject(roll, object)
    const query = `dryRun=All${roll.chance(0.3) ? '&fieldValidation=Strict' : ''}`
    const { metadata: _metadata, ...content } = body
    const other = { ...body, metadata: { ...(body['metadata'] as Members), name: `${String(own)}-2` } }
    return [
      ...(roll.chance(0.5) ? [post(`${path}?${query}`, other)] : []),
      put(`${item}?${query}`, body),
      ...(roll.chance(0.2) ? [patch(`${item}?${query}`, content, { type: roll.chance(0.5) ? 'strategic' : 'merge' })] : []),
    ]
  } // prettier-ignore
  return scenario(
    'rich',
    `rich-${name}`,
    [
      post(path, object),
      get(item, { headers: { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } }),
      ...Array.from({ length: CHANGES }, change).flat(),
      remove(item),
    ],
    path.includes('${ns}') ? {} : { cleanup: [item] },
  )
}

/** Changed places of full objects, in creations and in updates. */
export const richScenarios = (seed: number): Case[] => RICH_OBJECTS.map((rich, at) => richCase(rich, at, seed))
