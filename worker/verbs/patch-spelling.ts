import { numberOfText } from '../api/numbers.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject, ownMember } from '../api/json.ts'
import type { Copied } from '../patch/strategic-merge-patch.ts'
import { hasInfinity, type SpelledNumbers, type Spelling } from '../schema/strictness.ts'

/**
 * Number texts and repeated keys of a patch, which parsing loses, by their places in the patched document. Decoding needs both:
 * it refuses an integer that is written `3.0`, and reports repeated keys in objects that a JSON patch adds.
 */
export function spellingOf(
  type: 'json' | 'merge',
  patch: Json,
  patched: Json,
  { numbers, duplicates, overflow }: Spelling,
): Spelling {
  const out = new Map(numbers)
  const infinite = overflow !== undefined && hasInfinity(patched) ? overflow : undefined
  if (type === 'merge') {
    follow(patch, patched, numbers, out)
    return { numbers: out, duplicates: new Map(), overflow: infinite }
  }
  for (const operation of Array.isArray(patch) ? patch : []) place(operation, patched, numbers, out)
  return { numbers: out, duplicates, overflow: infinite }
}

type Places = Map<JsonObject | Json[], ReadonlyMap<string | number, string>>

/** The texts of numbers that are written as floats, by the map or list of the patched document that holds them. */
export type Floats = Places

/** Adds the places of the result of a strategic patch that hold copies of numbers of the patch. */
export const followFloats =
  (floats: Floats): Copied =>
  (from, to) => {
    const own = floats.get(from)
    if (own !== undefined) floats.set(to, new Map([...(floats.get(to) ?? []), ...own]))
  }

/** Finds the places of the numbers in a merge patch, which has the shape of the patched document. */
function follow(patch: Json, patched: Json, numbers: SpelledNumbers, out: Places): void {
  if (Array.isArray(patch) && Array.isArray(patched)) {
    patch.forEach((item, i) => follow(item, patched[i] ?? null, numbers, out))
  } else if (isObject(patch) && isObject(patched)) {
    for (const [key, item = null] of Object.entries(patch)) follow(item, ownMember(patched, key) ?? null, numbers, out)
  } else return
  const own = numbers.get(patch)
  if (own !== undefined) out.set(patched, own)
}

/**
 * Finds the place of a bare number by the path of its operation. Objects and lists need no search: they become part of the
 * document.
 */
function place(operation: Json, patched: Json, numbers: SpelledNumbers, out: Places): void {
  if (!isObject(operation) || typeof operation['path'] !== 'string') return
  const text = numbers.get(operation)?.get('value')
  if (text === undefined) return
  const [, ...steps] = operation['path'].split('/').map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'))
  const last = steps.pop() ?? ''
  let holder: Json | undefined = patched
  for (const step of steps) holder = childOf(holder, step)
  if (typeof holder !== 'object' || holder === null) return
  const key = Array.isArray(holder) ? indexOf(holder, last) : last
  out.set(holder, new Map([...(out.get(holder) ?? []), [key, text]]))
}

function childOf(holder: Json | undefined, step: string): Json | undefined {
  if (Array.isArray(holder)) return holder.at(numberOfText(step))
  return isObject(holder) ? ownMember(holder, step) : undefined
}

/** `-` appends, so after the patch it refers to the last item. */
const indexOf = (list: readonly Json[], step: string): number => (step === '-' ? list.length - 1 : numberOfText(step))
