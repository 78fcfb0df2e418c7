import type { Json } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'

/** Keys and places in lists, from the top of an object. */
export type FieldPath = readonly (string | number)[]

interface Step {
  readonly step: string | number
  readonly value: Json | undefined
  /** What of the text is left. */
  readonly rest: string
}

/**
 * Where in an object a field lies that the server names: `spec.ports[0].port`, `.spec.containers[name="web"].image`,
 * `metadata.labels.example.org/tier`, `metadata.annotations[example.org/a]`. Keys may hold the dots that part them, so the
 * object tells which are meant; what it does not hold is read as plain as it can be.
 */
export function fieldPath(field: string, object: Json): FieldPath {
  const path: (string | number)[] = []
  let value: Json | undefined = object
  for (let rest = field; rest !== '';) {
    const next: Step = rest.startsWith('[') ? bracket(rest, value) : member(rest.replace(/^\./, ''), value)
    path.push(next.step)
    ;({ rest, value } = next)
  }
  return path
}

function member(text: string, value: Json | undefined): Step {
  // Go's struct fields leave out the place in a list.
  if (Array.isArray(value)) {
    const name = /^[^.[]+/.exec(text)?.[0] ?? ''
    const at = value.findIndex((item) => isObject(item) && name in item)
    return { step: Math.max(at, 0), value: value[Math.max(at, 0)], rest: text }
  }
  const held = isObject(value) ? value : {}
  const known = Object.keys(held)
    .filter((key) => text.startsWith(key) && /^($|[.[])/.test(text.slice(key.length)))
    .sort((a, b) => b.length - a.length)[0]
  const key = known ?? /^[^.[]+/.exec(text)?.[0] ?? text
  return { step: key, value: held[key], rest: text.slice(key.length) }
}

const BRACKET = /^\[((?:"(?:[^"\\]|\\.)*"|[^\]"])*)\]/

function bracket(text: string, value: Json | undefined): Step {
  const [whole, inside = ''] = BRACKET.exec(text) ?? [text, text.slice(1)]
  const rest = text.slice(whole.length)
  const items: readonly (Json | undefined)[] = Array.isArray(value) ? value : []
  if (/^\d+$/.test(inside) && !isObject(value)) return { step: Number(inside), value: items[Number(inside)], rest }
  const wanted = [...inside.matchAll(/([^=,"]*)=("(?:[^"\\]|\\.)*"|[^,]*)/g)]
  if (wanted.length === 0 || isObject(value)) {
    const key = inside.replace(/^"(.*)"$/, '$1')
    return { step: key, value: isObject(value) ? value[key] : undefined, rest }
  }
  // `[name="web"]` an item by its keys, `[="x"]` an item of a set.
  const at = items.findIndex((item) =>
    wanted.every(([, key = '', text = '']) => {
      const member = isObject(item) ? item[key] : undefined
      const found = key === '' ? item : member
      // A key that the person left out has its default on the server.
      return found === undefined ? key !== '' : JSON.stringify(found) === text
    }),
  )
  return { step: Math.max(at, 0), value: items[Math.max(at, 0)], rest }
}

/** The value at a path; undefined where there is none. */
export function valueAt(object: Json | undefined, path: FieldPath): Json | undefined {
  return path.reduce<Json | undefined>((value, step) => {
    if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined
    return isObject(value) ? value[step] : undefined
  }, object)
}
