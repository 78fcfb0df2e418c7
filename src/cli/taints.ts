import type { JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { Failure, UsageError } from './failure.ts'

/** A taint to be set, or one to be removed: `key-`, `key:effect-`. */
export interface Taint {
  readonly key: string
  readonly value: string
  /** Empty for a removal of all effects. */
  readonly effect: string
  readonly removed: boolean
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** Reads `key=value:effect`, `key:effect` and, to be removed, `key-` and `key:effect-`. @throws UsageError */
export function readTaints(words: readonly string[], hint: string): Taint[] {
  return words.map((word) => {
    const removed = word.endsWith('-')
    const [named = '', effect = ''] = (removed ? word.slice(0, -1) : word).split(':')
    const [key = '', value = ''] = named.split('=')
    if (!removed && effect === '') throw new UsageError(`invalid taint spec: ${word}`, hint)
    if (effect !== '' && !EFFECTS.includes(effect))
      throw new UsageError(`invalid taint effect: ${effect}, unsupported taint effect`, hint)
    return { key, value, effect, removed }
  })
}

/** A node's taints after a change. @throws Failure where one is there already, or what is to go is not */
export function taintsAfter(node: string, { spec }: ApiObject, wanted: readonly Taint[], overwrite: boolean) {
  const known: JsonObject[] = isObject(spec) && Array.isArray(spec.taints) ? spec.taints.filter(isObject) : []
  const same = (old: JsonObject, { key, effect }: Taint): boolean =>
    old.key === key && (effect === '' || old.effect === effect)
  const set = wanted.filter(({ removed }) => !removed)
  if (!overwrite && set.some((taint) => known.some((old) => same(old, taint))))
    throw new Failure(`node ${node} already has a taint(s) with same effect(s) and --overwrite is false`)
  for (const taint of wanted)
    if (taint.removed && !known.some((old) => same(old, taint)))
      throw new Failure(
        `taint ${JSON.stringify(taint.effect === '' ? taint.key : `${taint.key}:${taint.effect}`)} not found`,
      )
  return [
    ...set.map(({ key, value, effect }) => ({ effect, key, ...(value === '' ? {} : { value }) })),
    ...known.filter((old) => !wanted.some((taint) => same(old, taint))),
  ]
}
