import { numberOfText } from '../../worker/api/numbers.ts'
import { exactJson } from '../../worker/api/exact-json.ts'
import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty } from '../../worker/api/json.ts'

/** Keys and list indices, from the root of an object. */
export type FieldPath = readonly (string | number)[]

interface Step {
  readonly step: string | number
  readonly value: Json | undefined
  /** The unparsed remainder of the text. */
  readonly rest: string
}

/**
 * The path of a field that the server names in a message: `spec.ports[0].port`, `.spec.containers[name="web"].image`,
 * `metadata.labels.example.org/tier`, `metadata.annotations[example.org/a]`. Keys may contain dots, so
 * the object decides where a key ends; outside the object each dot separates two keys.
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
  // The server's path of a field in a Go struct omits list indices.
  if (Array.isArray(value)) {
    const name = /^[^.[]+/.exec(text)?.[0] ?? ''
    const at = value.findIndex((item) => isObject(item) && name in item)
    return { step: Math.max(at, 0), value: value[Math.max(at, 0)], rest: text }
  }
  const members = objectOrEmpty(value)
  const known = Object.keys(members)
    .filter((key) => text.startsWith(key) && /^($|[.[])/.test(text.slice(key.length)))
    .sort((a, b) => b.length - a.length)[0]
  const named = known ?? /^[^.[]+/.exec(text)?.[0] ?? text
  const key = known ?? writtenBoolean(named, members) ?? named
  return { step: key, value: members[key], rest: text.slice(named.length) }
}

/** The key as it is written: the server reads an unquoted `on` or `y` as a boolean, and names it `true`. */
function writtenBoolean(named: string, members: JsonObject): string | undefined {
  const words = { true: /^(y|yes|on)$/i, false: /^(n|no|off)$/i }
  return named === 'true' || named === 'false' ? Object.keys(members).find((key) => words[named].test(key)) : undefined
}

const BRACKET = /^\[((?:"(?:[^"\\]|\\.)*"|[^\]"])*)\]/

function bracket(text: string, value: Json | undefined): Step {
  const [whole, inside = ''] = BRACKET.exec(text) ?? [text, text.slice(1)]
  const rest = text.slice(whole.length)
  const items: readonly (Json | undefined)[] = Array.isArray(value) ? value : []
  if (/^\d+$/.test(inside) && !isObject(value))
    return { step: numberOfText(inside), value: items[numberOfText(inside)], rest }
  const selectors = [...inside.matchAll(/([^=,"]*)=("(?:[^"\\]|\\.)*"|[^,]*)/g)]
  if (selectors.length === 0 || isObject(value)) {
    const key = inside.replace(/^"(.*)"$/, '$1')
    return { step: key, value: isObject(value) ? value[key] : undefined, rest }
  }
  // `[name="web"]` selects an item of a list by its keys, `[="x"]` selects an item of a set by its value.
  const at = items.findIndex((item) =>
    selectors.every(([, key = '', text = '']) => {
      const member = isObject(item) ? item[key] : undefined
      const actual = key === '' ? item : member
      // The server defaults a key that the manifest omits.
      return actual === undefined ? key !== '' : exactJson(actual) === text
    }),
  )
  return { step: Math.max(at, 0), value: items[Math.max(at, 0)], rest }
}

/** The value at a path; undefined when the path does not exist. */
export function valueAt(object: Json | undefined, path: FieldPath): Json | undefined {
  return path.reduce<Json | undefined>((value, step) => {
    if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined
    return isObject(value) ? value[step] : undefined
  }, object)
}
