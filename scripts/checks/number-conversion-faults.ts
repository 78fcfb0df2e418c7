import { codeOnly, lineAt } from './source-code.ts'
import type { SourceFile } from './tracked-files.ts'

export interface ConversionFault {
  readonly name: string
  readonly line: number
  readonly fault: string
}

const CONVERSION = /(?<![\w.#$])(?:Number\.)?(Number|parseInt|parseFloat)\(/g
/** A conversion that another function calls, as in `words.map(Number)`. */
const PASSED = /[(,]\s*(?:Number\.)?(Number|parseInt|parseFloat)(?=\s*[,)])/g
/** An argument that is a boolean: a comparison, a negation, or a call of a function whose name says so. */
const BOOLEAN = /[<>!=]==?|\s[<>]\s|^!|^(?:Boolean|is[A-Z]\w*)\(|\.(?:includes|endsWith|startsWith)\(/
/** The second argument of `parseInt` for digits of bytes and characters. */
const RADIX = /,\s*(?:2|8|16)$/
/** The fields of 64 bits in the schemas of the built-in kinds and in the options of requests. */
const LONG =
  /\bnumberAt\([^()]*['"`.](observedGeneration|generation|revision|\w*[gG]racePeriodSeconds|activeDeadlineSeconds|startingDeadlineSeconds|tolerationSeconds|expirationSeconds|sinceSeconds|tailLines|limitBytes|sizeBytes|runAsUser|runAsGroup|fsGroup)['"`]/g

/**
 * Finds conversions to a number that round an integer of 64 bits: `Number`, `parseInt` and `parseFloat` outside the allowed
 * files, except of a boolean or of digits that are not decimal, and `numberAt` of a field of 64 bits.
 * @param allowed by file, the reason for which it converts
 */
export function conversionFaults(
  sources: readonly SourceFile[],
  allowed: ReadonlyMap<string, string>,
): ConversionFault[] {
  return sources.flatMap(({ name, content }) => {
    const code = codeOnly(content)
    const at = (index: number, fault: string): ConversionFault => ({ name, line: lineAt(content, index), fault })
    const long = [...content.matchAll(LONG)].map(({ 1: field = '', index }) =>
      at(index, `${field} has 64 bits; read it with integerAt`),
    )
    if (allowed.has(name)) return long
    const passed = [...code.matchAll(PASSED)].map(({ 1: word = '', index }) => at(index, `${word} rounds`))
    const called = [...code.matchAll(CONVERSION)]
      .filter(({ 0: call, 1: word, index }) => !isHarmless(word, argumentsAt(code, index + call.length)))
      .map(({ 1: word = '', index }) => at(index, `${word} rounds`))
    return [...called, ...passed, ...long]
  })
}

const isHarmless = (word: string | undefined, text: string): boolean =>
  word === 'parseInt' ? RADIX.test(text) : word === 'Number' && BOOLEAN.test(text)

const DEPTH = new Map([
  ['(', 1],
  [')', -1],
])

/** The text from the index to the parenthesis that closes the call. */
function argumentsAt(code: string, start: number): string {
  let depth = 1
  let end = start
  for (; depth > 0 && end < code.length; end++) depth += DEPTH.get(code[end] ?? '') ?? 0
  return code.slice(start, end - 1)
}
