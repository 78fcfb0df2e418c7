import { isObject, type Json, type JsonObject } from '../../worker/api/json.ts'
import type { Dice } from './dice.ts'
import { pickFrom } from './dice.ts'
import type { Draft } from './requests.ts'
import { ARGUMENTS, ODD_PIECES, QUANTITIES, TEXTS } from './vocabulary.ts'

const VALUES: readonly Json[] = [null, true, 0, -1, 1, '', [], {}, [null], [{}], ...TEXTS, ...QUANTITIES]

/** Deeper values are not changed on their own. */
const DEEPEST = 20
/** Longer bodies are changed as bytes: they may be nested too deeply to be copied. */
const LONGEST_PARSED = 4000

/** The paths to the values of an object. */
export function pathsOf(value: Json, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null || at.length === DEEPEST) return [at]
  return [at, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner as Json, [...at, key]))]
}

/**
 * The path to one value inside. It does not list all paths, because the paths of a large object take too much memory.
 */
export function pathIn(dice: Dice, object: JsonObject): readonly string[] {
  const path: string[] = []
  for (let value: Json = object; typeof value === 'object' && value !== null;) {
    const keys: readonly string[] = Object.keys(value)
    if (keys.length === 0 || (path.length > 0 && dice.chance(0.2))) break
    const key: string = pickFrom(dice, keys)
    path.push(key)
    value = (value as JsonObject)[key] ?? null
  }
  return path
}

/** A copy in which one value is replaced, removed or repeated. */
export function changed(dice: Dice, object: JsonObject): JsonObject {
  const path = pathIn(dice, object)
  const copy = structuredClone(object)
  const key = path.at(-1) ?? ''
  let parent: Json = copy
  for (const step of path.slice(0, -1)) parent = (parent as JsonObject)[step] as Json
  if (Array.isArray(parent) && dice.chance(0.4)) parent.push(structuredClone(parent[Number(key)] ?? null))
  else if (isObject(parent) && dice.chance(0.3)) delete parent[key]
  else (parent as JsonObject)[key] = pickFrom(dice, VALUES)
  return copy
}

/** A request that differs in at most one place from a request that reached new code. */
export function varied(dice: Dice, draft: Draft): Draft {
  const { url, body } = draft
  const choice = dice.below(4)
  if (choice === 0) return { ...draft, url: `${url}${url.includes('?') ? '&' : '?'}${pickFrom(dice, ARGUMENTS)}` }
  if (choice === 1 && body !== undefined) return { ...draft, body: changedBody(dice, body) }
  if (choice === 2) {
    const at = dice.below(url.length) + 1
    return { ...draft, url: url.slice(0, at) + pickFrom(dice, ODD_PIECES) + url.slice(at) }
  }
  return draft
}

function changedBody(dice: Dice, body: Uint8Array): Uint8Array {
  const value = body.length > LONGEST_PARSED ? undefined : parsed(body)
  if (isObject(value) && Object.keys(value).length > 0)
    return new TextEncoder().encode(JSON.stringify(changed(dice, value)))
  const copy = Uint8Array.from(body)
  if (copy.length > 0) copy[dice.below(copy.length)] = dice.below(256)
  return copy
}

function parsed(body: Uint8Array): Json | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Json
  } catch {
    return undefined
  }
}
