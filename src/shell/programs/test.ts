import { numberOfText } from '../../../worker/api/numbers.ts'
import { absolutePath } from '../../script/path.ts'
import type { Process, Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'

type Comparison = (left: string, right: string) => boolean

const COMPARISONS = new Map<string, Comparison>([
  ['=', (a, b) => a === b],
  ['==', (a, b) => a === b],
  ['!=', (a, b) => a !== b],
  ['<', (a, b) => a < b],
  ['>', (a, b) => a > b],
  ['-eq', (a, b) => number(a) === number(b)],
  ['-ne', (a, b) => number(a) !== number(b)],
  ['-lt', (a, b) => number(a) < number(b)],
  ['-le', (a, b) => number(a) <= number(b)],
  ['-gt', (a, b) => number(a) > number(b)],
  ['-ge', (a, b) => number(a) >= number(b)],
])

function number(text: string): number {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new UsageFault(`${text}: integer expression expected`, 2)
  return numberOfText(text)
}

export default {
  name: 'test',
  aliases: ['['],
  usage: 'test EXPRESSION, [ EXPRESSION ]',
  summary: 'compares texts and numbers, and looks for files',
  async run(process) {
    const words = [...process.words]
    if (process.name === '[' && words.pop() !== ']') throw new UsageFault("missing `]'", 2)
    return Number(!(await either(words, process)))
  },
} satisfies Program

/** Evaluates `-o` and `-a`. Splits at `-o` first, because it binds more loosely. */
async function either(words: readonly string[], process: Process): Promise<boolean> {
  for (const [mark, wanted] of [
    ['-o', true],
    ['-a', false],
  ] as const) {
    const at = words.length > 3 ? words.indexOf(mark) : -1
    if (at < 0) continue
    const first = await either(words.slice(0, at), process)
    return first === wanted ? wanted : either(words.slice(at + 1), process)
  }
  return single(words, process)
}

async function single(words: readonly string[], process: Process): Promise<boolean> {
  const [first = '', second = '', third = ''] = words
  if (words.length > 1 && first === '!') return !(await single(words.slice(1), process))
  if (words.length < 2) return first !== ''
  if (words.length === 2) return unary(first, second, process)
  const compare = COMPARISONS.get(second)
  if (compare === undefined) throw new UsageFault(`${second}: binary operator expected`, 2)
  return compare(first, third)
}

async function unary(operator: string, text: string, { files, state }: Process): Promise<boolean> {
  if (operator === '-z') return text === ''
  if (operator === '-n') return text !== ''
  const path = absolutePath(text, state.folder)
  const kind = await files.kind(path)
  switch (operator) {
    case '-e':
    case '-r':
    case '-w':
      return kind !== undefined
    case '-f':
      return kind === 'file'
    case '-d':
      return kind === 'directory'
    case '-s':
      return kind === 'file' && (await files.text(path)) !== ''
    default:
      throw new UsageFault(`${operator}: unary operator expected`, 2)
  }
}
