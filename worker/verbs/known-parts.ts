import type { Json, JsonObject } from '../api/json.ts'
import { noteKnown, type KnownPart } from '../api/known-part.ts'
import { stringifyJson } from '../codec/encode.ts'
import { isGeneratedName } from '../resources/generated-name.ts'
import { formOf, hasForm, openingsOf, renamed, type FoundName, type Openings, type PartForm } from './part-form.ts'

/*
 * Objects made from one template have equal specs, except for a name that the server generated. Validation, the canonical form
 * and the JSON text of such a part depend on its value alone, so they are computed once and reused.
 */

/** The kept parts beyond these numbers are dropped, the oldest group first. */
const MAX_GROUPS = 256
const MAX_TEMPLATES = 8
/** The bounds of one kept part and of all kept parts, in characters of JSON. */
const LARGEST_PART = 32 * 1024
const MAX_TEXT = 1024 * 1024

/** Parts with the same hash (`hashOf`). */
interface Group {
  readonly templates: Template[]
  /** The number of parts without a matching template since the last part that matched one. */
  misses: number
}

/** The known parts of one kind. */
export class KnownParts {
  readonly #groups = new Map<number, Group>()
  /** The prefix of the names that the server generates inside a part. */
  readonly #prefix: string
  #text = 0

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /**
   * A known part that equals this one: it has passed every rule of the kind without warnings, and is canonical. Other objects
   * share it, so it must not be changed. Undefined when no such part is known.
   */
  recognise(part: JsonObject): JsonObject | undefined {
    const group = this.#groups.get(hashOf(part))
    if (group === undefined) return undefined
    for (const template of group.templates) {
      const equal = template.instanceOf(part, this.#prefix)
      if (equal === undefined) continue
      group.misses = 0
      return equal
    }
    return undefined
  }

  /** Remembers a part that passed the rules, if the part is likely to be seen again. `canonical` is its canonical form. */
  keep(part: JsonObject, canonical: JsonObject): void {
    const hash = hashOf(part)
    const group = this.#groups.get(hash) ?? { templates: [], misses: 0 }
    this.#groups.set(hash, group)
    group.misses += 1
    // The second part of a group suggests a template. When parts differ each time, only the 2nd, 4th, 8th and so on are kept.
    if (group.misses > 1 && (group.misses & (group.misses - 1)) === 0) this.#add(group, part, canonical)
    for (const [oldest, { templates }] of this.#groups) {
      if (this.#groups.size <= MAX_GROUPS && this.#text <= MAX_TEXT) break
      this.#groups.delete(oldest)
      for (const { length } of templates) this.#text -= length
    }
  }

  #add({ templates }: Group, part: JsonObject, canonical: JsonObject): void {
    const template = templateOf(part, canonical, this.#prefix)
    if (template === undefined) return
    this.#text += template.length
    templates.unshift(template)
    if (templates.length > MAX_TEMPLATES) this.#text -= templates.pop()?.length ?? 0
  }
}

function hashOf(part: JsonObject): number {
  let hash = 0
  for (const key in part) {
    const value = part[key]
    if (value === undefined) continue
    hash = (hash * 31 + key.length * 7 + (Array.isArray(value) || typeof value === 'string' ? value.length : 1)) | 0
  }
  return hash
}

/** The template of a part; undefined when other parts cannot be made from this one. */
function templateOf(part: JsonObject, canonical: JsonObject, prefix: string): Template | undefined {
  // Most large parts are the specs of definitions; this check reads only their start.
  if (remainder(canonical, LARGEST_PART) < 0) return undefined
  const name = generatedNameIn(part, prefix)
  const form = formOf(part, name)
  const text = stringifyJson(canonical)
  if (form === undefined || text.length > LARGEST_PART) return undefined
  if (name === undefined) return new Template({ form, canonical, openings: [], pieces: [text] })
  const openings = openingsOf(canonical, name)
  const pieces = text.split(name)
  // The name must not occur inside a longer text, and the openings must reach all of its places.
  const other = `${prefix}${'#'.repeat(name.length - prefix.length)}`
  if (stringifyJson(renamed(canonical, openings, other)) !== pieces.join(other)) return undefined
  return new Template({ form, canonical, openings, pieces })
}

/** Subtracts the lengths of a value's keys and texts from a number of characters, until the result is below 0. */
function remainder(value: Json, characters: number): number {
  if (typeof value === 'string') return characters - value.length
  if (typeof value !== 'object' || value === null) return characters
  let left = characters
  if (Array.isArray(value)) {
    for (const item of value) if (left >= 0) left = remainder(item, left)
    return left
  }
  for (const key in value) {
    if (left < 0) break
    left = remainder(value[key] ?? null, left - key.length)
  }
  return left
}

/** The only generated name among the texts of a value; undefined when there is none or more than one. */
function generatedNameIn(value: Json, prefix: string): string | undefined {
  const names = new Set<string>()
  const collect = (inner: Json | undefined): void => {
    if (typeof inner === 'string' && isGeneratedName(inner, prefix)) names.add(inner)
    else if (typeof inner === 'object' && inner !== null)
      for (const each of Object.values<Json | undefined>(inner)) collect(each)
  }
  collect(value)
  const [only] = names
  return names.size === 1 ? only : undefined
}

interface TemplateParts {
  readonly form: PartForm
  readonly canonical: JsonObject
  readonly openings: Openings
  /** The text between the places of the generated name. */
  readonly pieces: readonly string[]
}

/** A kept part. */
class Template {
  readonly #parts: TemplateParts

  constructor(parts: TemplateParts) {
    this.#parts = parts
    const { canonical, openings, pieces } = parts
    if (openings.length === 0) noteKnown(canonical, new Instance(pieces, ''))
  }

  /** The number of characters of the JSON text, without the generated names. */
  get length(): number {
    return this.#parts.pieces.reduce((sum, { length }) => sum + length, 0)
  }

  /** The canonical form of a part that equals this one except for the generated name; undefined for any other part. */
  instanceOf(part: JsonObject, prefix: string): JsonObject | undefined {
    const { form, canonical, openings, pieces } = this.#parts
    const found: FoundName = { name: undefined }
    if (!hasForm(form, part, found)) return undefined
    const { name } = found
    if (name === undefined) return canonical
    // Rules may compare the name with other texts. The template's name occurs in no other text, so this name must not either.
    if (!isGeneratedName(name, prefix) || pieces.some((piece) => piece.includes(name))) return undefined
    const instance = renamed(canonical, openings, name)
    noteKnown(instance, new Instance(pieces, name))
    return instance
  }
}

class Instance implements KnownPart {
  readonly #pieces: readonly string[]
  readonly #name: string

  constructor(pieces: readonly string[], name: string) {
    this.#pieces = pieces
    this.#name = name
  }

  text(): string {
    return this.#pieces.join(this.#name)
  }
}
