import { numberOfText } from '../../api/numbers.ts'
import { table } from './types.generated.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

/*
 * Reads the table of built-in types. Each package is followed by its types, and each type by its fields in Go's order:
 *
 *     @api.apps.v1 apps/v1                  a package; `all`: not published in the default profile
 *     =PodSpec typed kind atomic            a type with its words, which are explained below
 *     =Time:t                               a type that is a scalar
 *     volumes#1 [Volume]mname ^merge:name   a field: its name and marks, its expression, its patch strategy and merge key
 *
 * The words of a type:
 *
 *     typed        its first fields are kind and apiVersion
 *     kind         it is published as this kind of the package's version
 *     in:v1,w/v1   it is published as a kind of these versions
 *     everywhere   it is published as a kind of every version in the line `!`
 *     atomic       it is owned and replaced as a whole
 *     hidden       it is not published
 *     union:t,a,b  it is a union with the discriminator `t` and the members `a` and `b`
 *
 * The marks of a field:
 *
 *     #5   its protobuf number, when it is not the next one; `#2.1` is field 1 of the embedded message 2
 *     !    it has no omitempty
 *     *    it is a pointer
 *     +    it is required
 *
 * The expression of a field or of a part of it:
 *
 *     one letter  a scalar (see `types.ts`); `|a|b` lists its values, and `=a` is its default
 *     [x]         a list of `x`, followed by `a` (atomic), `s` (set) or `mkey,key` (map with these keys)
 *     {x}         a map of `x`; `{x}a` is atomic, and `{x}g` has the granular marker
 *     a name      a type of this package, of `meta` or `core`, or a full name; with `~g`, the field makes an atomic type
 *                 granular, and with `~a`, the field is published with the marker of an atomic list
 */

/** A type of the table. */
export interface TypeText {
  readonly name: string
  readonly package: PackageText
  /** The scalar's letter. */
  readonly scalar?: string
  readonly words: readonly string[]
  readonly lines: readonly string[]
}

interface PackageText {
  readonly path: string
  /**
   * The group and version of the package, such as `apps/v1`, or `/v1` for the core group. It is undefined for a package without
   * kinds.
   */
  readonly groupVersion: string | undefined
  readonly all: boolean
}

export interface FieldText {
  readonly name: string
  readonly number: number | undefined
  readonly within: readonly number[]
  readonly always: boolean
  readonly pointer: boolean
  readonly required: boolean
  readonly expression: string
  readonly patchStrategy: string | undefined
  readonly patchMergeKey: string | undefined
}

type Expression =
  | { readonly kind: 'list'; readonly items: string; readonly marker: string }
  | { readonly kind: 'map'; readonly values: string; readonly mapType: string }
  | { readonly kind: 'scalar'; readonly letter: string; readonly choices?: readonly string[]; readonly given?: string }
  | { readonly kind: 'type'; readonly name: string; readonly marker: string }

interface Index {
  readonly types: ReadonlyMap<string, TypeText>
  readonly everywhere: readonly string[]
}

let index: Index | undefined

export function typeTexts(): Index {
  index ??= readIndex(table)
  return index
}

function readIndex(text: string): Index {
  const types = new Map<string, TypeText>()
  const [first = '', ...packages] = text.split('\n@')
  for (const part of packages) {
    const [header = '', ...bodies] = part.split('\n=')
    const [path = '', ...rest] = header.split(' ')
    const owner: PackageText = { path, groupVersion: rest.find((word) => word !== 'all'), all: rest.includes('all') }
    for (const body of bodies) {
      const [head = '', ...lines] = body.split('\n')
      const [title = '', ...words] = head.split(' ')
      const [short, scalar] = title.split(':')
      const name = `${path}.${short}`
      types.set(name, { name, package: owner, scalar, words, lines })
    }
  }
  return { types, everywhere: first.slice(1).split(' ') }
}

const FIELD = /^(.+?)(?:#([\d.]+))?([!*+]*) (.+?)(?: \^([^:]*)(?::(.*))?)?$/

export function fieldTexts(type: TypeText): readonly FieldText[] {
  let number = 0
  let within: readonly number[] = []
  return type.lines.map((line) => {
    const match = FIELD.exec(line)
    if (match === null) throw new Error(`Run scripts/generate-builtin.mjs: "${line}" of ${type.name} is not a field`)
    const [, name = '', place, flags = '', expression = '', patchStrategy, patchMergeKey] = match
    if (place === undefined) number += 1
    else {
      within = place.split('.').map(numberOfText)
      number = within.at(-1) ?? 0
      within = within.slice(0, -1)
    }
    return {
      name,
      number: number === 0 ? undefined : number,
      within,
      always: flags.includes('!'),
      pointer: flags.includes('*'),
      required: flags.includes('+'),
      expression,
      patchStrategy,
      patchMergeKey,
    }
  })
}

const ALIASES = lookupTable<string>({ meta: 'apimachinery.pkg.apis.meta.v1', core: 'api.core.v1' })

/** Reads the expression of a field or of a part of it. @param path the package of the type that contains the expression */
export function readExpression(text: string, path: string): Expression {
  if (text.startsWith('[')) {
    const end = text.lastIndexOf(']')
    return { kind: 'list', items: text.slice(1, end), marker: text.slice(end + 1) }
  }
  if (text.startsWith('{') && !text.startsWith('{system}')) {
    const end = text.lastIndexOf('}')
    return { kind: 'map', values: text.slice(1, end), mapType: text.slice(end + 1) }
  }
  if (text.length === 1 || /^\w[|=]/.test(text)) {
    const [before = '', given] = text.split('=')
    const [letter = '', ...choices] = before.split('|')
    return { kind: 'scalar', letter, ...(choices.length > 0 && { choices }), ...(given !== undefined && { given }) }
  }
  const [bare = '', marker = ''] = text.split('~')
  const [head = '', ...rest] = bare.split('.')
  if (rest.length === 0) return { kind: 'type', name: `${path}.${bare}`, marker }
  return { kind: 'type', name: rest.length === 1 ? `${ALIASES[head] ?? head}.${rest[0]}` : bare, marker }
}
