import type { RE2JS } from 're2js'
import type { Process, Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'
import { textInput } from '../../script/streams.ts'
import { fileText } from '../file-text.ts'

/** The most steps of one line: instructions of the pattern times characters. They take some seconds. */
const MAX_STEPS = 200_000_000

interface Search {
  readonly letters: ReadonlySet<string>
  /** Group 1 is the match. The engine does not backtrack, so that no pattern blocks the page. */
  readonly expression: RE2JS
  readonly files: readonly string[]
}

export default {
  name: 'grep',
  aliases: ['egrep', 'fgrep'],
  usage: 'grep [-EFcinovqw] PATTERN [FILE…]',
  summary: 'prints the lines that match',
  async run(process) {
    const search = await searchOf(process)
    if (search === undefined) return process.run(['library-grep', ...process.words])
    let found = 0
    const many = search.files.length > 1
    for (const name of search.files.length === 0 ? ['-'] : search.files) {
      const input = name === '-' ? process.stdin : textInput(await fileText(name, process))
      let [number, count] = [0, 0]
      for (let line = await input.line(); line !== undefined; line = await input.line()) {
        number++
        const shown = matching(line, search)
        if (shown.length === 0) continue
        count++
        if (search.letters.has('q')) return 0
        const before = `${many ? `${name}:` : ''}${search.letters.has('n') ? `${number}:` : ''}`
        if (!search.letters.has('c')) for (const text of shown) process.stdout.write(`${before}${text}\n`)
        await process.stdout.ready()
      }
      if (search.letters.has('c')) process.stdout.write(`${many ? `${name}:` : ''}${count}\n`)
      found += count
    }
    return Number(found === 0)
  },
} satisfies Program

function matching(line: string, { letters, expression }: Search): readonly string[] {
  const text = line.replace(/\n$/, '')
  if (expression.programSize() * text.length > MAX_STEPS) throw new UsageFault('line too long for this pattern', 2)
  if (!letters.has('o') || letters.has('v')) return expression.test(text) === letters.has('v') ? [] : [text]
  const matches: string[] = []
  const matcher = expression.matcher(text)
  for (let from = 0; from <= text.length && matcher.find(from);) {
    const match = matcher.group(1) ?? ''
    if (match !== '') matches.push(match)
    from = matcher.end(1) + Number(match === '')
  }
  return matches
}

/** The parsed command line; undefined when its options or pattern need the library's `grep`. */
async function searchOf({ name, words }: Process): Promise<Search | undefined> {
  const letters = new Set<string>(name === 'grep' ? [] : [name === 'egrep' ? 'E' : 'F'])
  const rest: string[] = []
  for (const word of words.filter((each) => !/^--(line-buffered|color.*)$/.test(each))) {
    const isFlags = /^-[A-Za-z]+$/.test(word) && rest.length === 0
    if (word.startsWith('-') && !isFlags && word !== '-') return undefined
    if (isFlags) for (const letter of word.slice(1)) letters.add(letter)
    else rest.push(word)
  }
  if ([...letters].some((letter) => !'EFcinovqw'.includes(letter))) return undefined
  const [pattern, ...files] = rest
  if (pattern === undefined) throw new UsageFault('usage: grep [OPTION]… PATTERN [FILE…]', 2)
  const source = sourceOf(pattern, letters)
  if (source === undefined) return undefined
  const { RE2JS } = await import('re2js')
  try {
    // The engine of JavaScript refuses patterns that RE2 reads in another way than grep.
    void new RegExp(source, 'u')
    const flags = letters.has('i') ? RE2JS.CASE_INSENSITIVE : 0
    return {
      letters,
      files,
      expression: RE2JS.compile(letters.has('w') ? `(?:^|\\W)(${source})(?:\\W|$)` : `(${source})`, flags),
    }
  } catch {
    return undefined
  }
}

/** The pattern as a regular expression of JavaScript; undefined when the two languages differ about it. */
function sourceOf(pattern: string, letters: ReadonlySet<string>): string | undefined {
  if (letters.has('F')) return pattern.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  if (/\[\[:|\\[^.*[\]^$\\/()|?+{}-]/.test(pattern)) return undefined
  if (letters.has('E')) return pattern.replace(/\\-/g, '-')
  // In basic expressions, these characters are special only after a backslash.
  return pattern.replace(/\\([()|?+{}])|\\-|[()|?+{}]/g, (found, special: string | undefined) => {
    if (found === '\\-') return '-'
    return special ?? `\\${found}`
  })
}
