import { numberOfText } from '../../worker/api/numbers.ts'
import { withoutLineFeeds } from '../../worker/runtime/line-feeds.ts'
import type { ParameterPart, Part, Script, Word } from './script.ts'
import { ScriptError, bounded } from './script.ts'
import { evaluateArithmetic } from './arithmetic.ts'
import type { Marked, Pattern } from './patterns.ts'
import { isPattern, patternOf, textOf } from './patterns.ts'

/** The values that an expansion reads and changes. */
export interface ExpansionContext {
  get(name: string): string | undefined
  set(name: string, value: string): void
  /** The positional parameters, from `$1`. */
  readonly positional: readonly string[]
  readonly home: string
  /** Whether an unset variable is an error (`set -u`). */
  readonly strict: boolean
  /** Runs the script of a command substitution and returns its output. */
  output(script: Script): Promise<string>
  /** Paths that match a pattern, sorted. */
  paths(pattern: readonly Marked[]): Promise<readonly string[]>
}

/** Expands a word: splits unquoted values at blanks, and replaces patterns by the matching paths. */
export async function expandWord(word: Word, context: ExpansionContext): Promise<string[]> {
  const words: string[] = []
  for (const variant of braced(tilde(word, context.home)))
    for (const field of await fieldsOf(variant, context)) {
      const found = isPattern(field) ? await context.paths(field) : []
      if (found.length > 0) words.push(...found)
      else words.push(textOf(field))
    }
  return words
}

/** Expands a word without splitting it, for an assignment or a redirection. */
export async function expandText(word: Word, context: ExpansionContext): Promise<string> {
  return textOf(await marked(tilde(word, context.home), context))
}

/** Expands a word to parts that say whether they were quoted: quoted parts of a pattern match literally. */
export async function marked(word: Word, context: ExpansionContext): Promise<readonly Marked[]> {
  const parts: Marked[] = []
  for (const part of word) parts.push({ text: await partText(part, context), quoted: part.quoted })
  return parts
}

function tilde(word: Word, home: string): Word {
  const [first, ...rest] = word
  if (first?.kind !== 'text' || first.quoted || !/^~(\/|$)/.test(first.text)) return word
  return [{ ...first, text: home + first.text.slice(1) }, ...rest]
}

/** The largest number of words to which the braces of one word expand. */
const MAX_WORDS = 10_000

/** Brace expansion: `{a,b}` and `{1..3}` in unquoted text. @throws ScriptError for more than MAX_WORDS words */
function braced(word: Word, most = MAX_WORDS): readonly Word[] {
  for (const [index, part] of word.entries()) {
    if (part.kind !== 'text' || part.quoted) continue
    const found = /\{([^{},]*,[^{}]*|-?\d+\.\.-?\d+)\}/.exec(part.text)
    if (found === null) continue
    const before = { ...part, text: part.text.slice(0, found.index) }
    const after = { ...part, text: part.text.slice(found.index + found[0].length) }
    const words: Word[] = []
    for (const choice of choices(found[1] ?? '', most)) {
      const variant = [...word.slice(0, index), before, { ...part, text: choice }, after, ...word.slice(index + 1)]
      words.push(...braced(variant, most - words.length))
    }
    return words
  }
  if (most < 1) throw new ScriptError(`more than ${MAX_WORDS} words in braces`)
  return [word]
}

function choices(text: string, most: number): readonly string[] {
  const range = /^(-?\d+)\.\.(-?\d+)$/.exec(text)
  if (range === null) return text.split(',')
  const [from, to] = [numberOfText(range[1]), numberOfText(range[2])]
  const count = Math.abs(to - from) + 1
  if (count > most) throw new ScriptError(`{${text}}: more than ${MAX_WORDS} words`)
  return Array.from({ length: count }, (_, index) => String(from < to ? from + index : from - index))
}

async function fieldsOf(word: Word, context: ExpansionContext): Promise<readonly (readonly Marked[])[]> {
  const fields: Marked[][] = []
  let open = false
  const add = (part: Marked): void => {
    if (!open) fields.push([])
    open = true
    fields.at(-1)?.push(part)
  }
  for (const part of word) {
    if (
      part.kind === 'parameter' &&
      part.operator === '' &&
      /^[@*]$/.test(part.name) &&
      !(part.quoted && part.name === '*')
    ) {
      context.positional.forEach((text, index) => {
        if (index > 0) open = false
        add({ text, quoted: part.quoted })
      })
      continue
    }
    const text = await partText(part, context)
    if (part.quoted || part.kind === 'text') {
      if (text !== '' || part.quoted) add({ text, quoted: part.quoted })
      continue
    }
    for (const piece of text.split(/([ \t\n]+)/)) {
      if (/^[ \t\n]+$/.test(piece)) open = false
      else if (piece !== '') add({ text: piece, quoted: false })
    }
  }
  return expandsToNothing(word, context) ? [] : fields
}

/** Whether a word is `"$@"` without arguments, which expands to no word instead of one empty word. */
const expandsToNothing = (word: Word, { positional }: ExpansionContext): boolean =>
  positional.length === 0 &&
  word.some((part) => part.kind === 'parameter' && part.name === '@') &&
  word.every((part) => (part.kind === 'text' ? part.text === '' : part.kind === 'parameter' && part.name === '@'))

async function partText(part: Part, context: ExpansionContext): Promise<string> {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'parameter':
      return parameterText(part, context)
    case 'command':
      return withoutLineFeeds(await context.output(part.script))
    case 'arithmetic':
      return String(evaluateArithmetic(await expandText(part.expression, context), context))
  }
}

async function parameterText({ name, operator, argument }: ParameterPart, context: ExpansionContext): Promise<string> {
  const value = valueOf(name, context)
  const unset = value === undefined || (operator.startsWith(':') && operator.length > 1 && value === '')
  switch (operator.replace(/^:(?=.)/, '')) {
    case '-':
      return unset ? expandText(argument, context) : value
    case '+':
      return unset ? '' : expandText(argument, context)
    case '=': {
      if (!unset) return value
      const text = await expandText(argument, context)
      context.set(name, text)
      return text
    }
    case '?':
      if (!unset) return value
      throw new ScriptError(`${name}: ${(await expandText(argument, context)) || 'parameter null or not set'}`)
    default:
      if (value === undefined && context.strict) throw new ScriptError(`${name}: unbound variable`)
      return changed(value ?? '', operator, await marked(argument, context))
  }
}

function valueOf(name: string, context: ExpansionContext): string | undefined {
  if (name === '@' || name === '*') return context.positional.join(' ')
  if (name === '#') return String(context.positional.length)
  if (/^[1-9]\d*$/.test(name)) return context.positional[numberOfText(name) - 1]
  return context.get(name)
}

function changed(value: string, operator: string, argument: readonly Marked[]): string {
  if (operator === '') return value
  if (operator === 'length') return String([...value].length)
  if (operator === '#' || operator === '##') return cutStart(value, argument, operator === '##')
  if (operator === '%' || operator === '%%') return cutEnd(value, argument, operator === '%%')
  if (operator.startsWith('/')) return replaced(value, operator, argument)
  if (operator === '^^') return value.toUpperCase()
  if (operator === ',,') return value.toLowerCase()
  if (operator === '^') return value.slice(0, 1).toUpperCase() + value.slice(1)
  if (operator === ',') return value.slice(0, 1).toLowerCase() + value.slice(1)
  const [from = 0, length] = textOf(argument).split(':').map(numberOfText)
  const start = from < 0 ? Math.max(0, value.length + from) : from
  return value.slice(start, length === undefined ? undefined : start + length)
}

function cutStart(value: string, pattern: readonly Marked[], longest: boolean): string {
  const end = patternOf(pattern).end(value, longest)
  return end === undefined ? value : value.slice(end)
}

function cutEnd(value: string, pattern: readonly Marked[], longest: boolean): string {
  const start = patternOf(pattern).start(value, longest)
  return start === undefined ? value : value.slice(0, start)
}

function replaced(value: string, operator: string, argument: readonly Marked[]): string {
  const before: Marked[] = []
  let replacement = ''
  let found = false
  for (const { text, quoted } of argument) {
    const slash = found || quoted ? -1 : text.indexOf('/')
    if (found) replacement += text
    else if (slash < 0) before.push({ text, quoted })
    else {
      before.push({ text: text.slice(0, slash), quoted })
      replacement = text.slice(slash + 1)
      found = true
    }
  }
  const pattern = patternOf(before)
  if (pattern.isEmpty) return value
  let [text, from] = ['', 0]
  for (const { start, end } of matchesIn(value, operator, pattern)) {
    text = bounded(text + value.slice(from, start) + replacement)
    from = end
  }
  return text + value.slice(from)
}

/** The matches that an operator replaces: every one for `//`, one at the start for `/#` or at the end for `/%`, else the first. */
function* matchesIn(value: string, operator: string, pattern: Pattern): Generator<{ start: number; end: number }> {
  if (operator === '/#' || operator === '/%') {
    const start = operator === '/#' ? 0 : pattern.start(value, true)
    const end = operator === '/#' ? pattern.end(value, true) : value.length
    if (start !== undefined && end !== undefined) yield { start, end }
    return
  }
  for (let found = pattern.search(value, 0); found !== undefined; found = pattern.search(value, found.end)) {
    yield found
    if (operator !== '//' || found.end === value.length) return
  }
}
