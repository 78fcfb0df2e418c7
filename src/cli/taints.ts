import { objectOrEmpty, objectsIn } from '../../worker/api/json.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import { labelValue, qualifiedName } from '../../worker/api/names.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { Failure, Failures, UsageError } from './failure.ts'

/** A taint to set or to remove (`key-`, `key:effect-`). */
export interface Taint {
  readonly key: string
  readonly value: string
  /** The effect of the taint; empty for a removal of all effects. */
  readonly effect: string
  readonly removed: boolean
}

export const isTaint = (word: string): boolean => /[=:]/.test(word) || word.endsWith('-')

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** Reads `key=value:effect` and `key:effect`, and for a removal `key-` and `key:effect-`. @throws UsageError */
export function readTaints(words: readonly string[], hint: string): Taint[] {
  const taints = words.map((word): Taint => {
    const removed = word.endsWith('-')
    const taint = { ...readTaint(removed ? word.slice(0, -1) : word, hint), removed }
    if (!removed && taint.effect === '') throw new UsageError(`invalid taint spec: ${word}`, hint)
    return taint
  })
  const set = taints.filter(({ removed }) => !removed)
  const twice = set.find((taint, index) => set.slice(0, index).some((other) => isSame(other, taint)))
  if (twice !== undefined)
    throw new UsageError(
      `duplicated taints with the same key and effect: {${twice.key} ${twice.value} ${twice.effect} <nil>}`,
      hint,
    )
  return taints
}

function readTaint(word: string, hint: string): Omit<Taint, 'removed'> {
  const [named = '', effect, ...more] = word.split(':')
  const [key = '', value = '', ...others] = effect === undefined ? [named] : named.split('=')
  if (more.length > 0 || others.length > 0) throw new UsageError(`invalid taint spec: ${word}`, hint)
  if (effect !== undefined && !EFFECTS.includes(effect))
    throw new UsageError(`invalid taint effect: ${effect}, unsupported taint effect`, hint)
  const faults = [...labelValue(value), ...qualifiedName(key)]
  if (faults.length > 0) throw new UsageError(`invalid taint spec: ${word}, ${faults.join('; ')}`, hint)
  return { key, value, effect: effect ?? '' }
}

const isSame = (a: JsonObject | Taint, b: JsonObject | Taint): boolean => a.key === b.key && a.effect === b.effect

/** @throws Failure when a command both sets and removes a taint */
export function checkTaints(changes: readonly Taint[]): void {
  const [set, removed] = [changes.filter((each) => !each.removed), changes.filter((each) => each.removed)]
  const both = set.flatMap(({ key, effect }) =>
    removed.filter((each) => each.key === key && (each.effect === '' || each.effect === effect)),
  )
  if (both.length > 0)
    throw new Failure(
      `can not both modify and remove the following taint(s) in the same command: ${both.map(({ key, effect }) => `${key}=${effect}`).join(', ')}`,
    )
}

/**
 * The taints of a node after a change, and a word for the result.
 * @throws Failure for a taint that exists already, or a removed taint that does not exist
 */
export function taintsAfter(node: string, { spec }: ApiObject, changes: readonly Taint[], overwrite: boolean) {
  const live: JsonObject[] = objectsIn(objectOrEmpty(spec).taints)
  const set = changes.filter(({ removed }) => !removed)
  const taken = set.filter((taint) => live.some((old) => isSame(old, taint)))
  if (!overwrite && taken.length > 0)
    throw new Failure(
      `node ${node} already has ${taken.map(({ key }) => key).join(',')} taint(s) with same effect(s) and --overwrite is false`,
    )
  let taints: JsonObject[] = [
    ...set.map(({ key, value, effect }) => ({ effect, key, ...(value === '' ? {} : { value }) })),
    ...live.filter((old) => !set.some((taint) => isSame(old, taint))),
  ]
  const added = taints.length !== live.length
  const faults: Failure[] = []
  let deleted = false
  for (const { key, effect } of changes.filter(({ removed }) => removed)) {
    const left = taints.filter((old) => old.key !== key || (effect !== '' && old.effect !== effect))
    deleted = left.length < taints.length
    taints = left
    const name = effect === '' ? key : `${key}:${effect}`
    if (!deleted) faults.push(new Failure(`taint ${JSON.stringify(name)} not found`))
  }
  if (faults.length > 0) throw faults.length === 1 ? faults[0] : new Failures(faults)
  const operation = added ? 'tainted' : 'untainted'
  const done = (added && deleted) || overwrite ? 'modified' : operation
  return { taints, done }
}
