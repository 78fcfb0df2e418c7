import { numberOfText } from '../../../api/numbers.ts'
import type { Process, Program } from './program.ts'
import { agnhost } from './agnhost.ts'
import { NotModelled } from './shell-parser.ts'

const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
])

function seconds(text: string): number {
  if (/^inf(inity)?$/.test(text)) return Infinity
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?|\.\d+)([smhd]?)$/.exec(text) ?? []
  if (number === undefined) throw new NotModelled(`sleep ${text}`)
  return numberOfText(number) * (UNITS.get(unit) ?? 1)
}

const sleep: Program = ({ args, wait }) => {
  if (args.length === 0) return 1
  wait(args.reduce((sum, text) => sum + seconds(text), 0) * 1000)
  return 0
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\\', '\\'],
  ['a', '\u0007'],
  ['0', '\0'],
])

const unescaped = (text: string): string =>
  text.replace(/\\([ntra0\\])/g, (_, letter: string) => ESCAPES.get(letter) ?? '')

const echo: Program = ({ args, print }) => {
  const first = args.findIndex((arg) => !/^-[neE]+$/.test(arg))
  const text = first < 0 ? '' : args.slice(first).join(' ')
  const letters = args.slice(0, first < 0 ? args.length : first).join('')
  print(`${letters.includes('e') ? unescaped(text) : text}${letters.includes('n') ? '' : '\n'}`)
  return 0
}

const DIRECTIVE = /%%|%(-?)(\d*)([sdi])/g

const MAX_WIDTH = 1000

/** The format is used again as long as arguments remain. */
const printf: Program = ({ args: [format = '', ...values], print }) => {
  const known = format.replace(DIRECTIVE, '')
  if (known.includes('%')) throw new NotModelled(`printf ${format}`)
  const pattern = unescaped(format)
  let next = 0
  do {
    const before = next
    print(
      pattern.replace(DIRECTIVE, (all, left: string, width: string, letter: string) => {
        if (all === '%%') return '%'
        if (numberOfText(width) > MAX_WIDTH) throw new NotModelled(`printf ${format}`)
        const value = values[next++] ?? (letter === 's' ? '' : '0')
        return left === '-' ? value.padEnd(numberOfText(width)) : value.padStart(numberOfText(width))
      }),
    )
    if (next === before) break
  } while (next < values.length)
  return 0
}

const cat: Program = ({ args, read, print }) => {
  if (args.length === 0 || args.some((arg) => arg.startsWith('-'))) throw new NotModelled('cat')
  let status = 0
  for (const file of args) {
    const text = read(file)
    if (text === undefined) {
      print(`cat: can't open '${file}': No such file or directory\n`)
      status = 1
    } else print(text)
  }
  return status
}

const touch: Program = ({ args, read, write }) => {
  for (const file of args) if (!file.startsWith('-')) write(file, read(file) ?? '')
  return 0
}

const rm: Program = ({ args, read, write, print }) => {
  const forces = args.some((arg) => /^-\w*[fr]/.test(arg))
  let status = 0
  for (const file of args.filter((arg) => !arg.startsWith('-'))) {
    if (read(file) === undefined && !forces) {
      print(`rm: can't remove '${file}': No such file or directory\n`)
      status = 1
    }
    write(file, undefined)
  }
  return status
}

const environment: Program = ({ args, env, print }) => {
  if (args.length > 0) throw new NotModelled('env')
  for (const [name, value] of env) print(`${name}=${value}\n`)
  return 0
}

const printenv: Program = (process) => {
  const { args, env, print } = process
  const [name] = args
  if (name === undefined) return environment(process)
  const value = env.get(name)
  if (value === undefined) return 1
  print(`${value}\n`)
  return 0
}

const COMPARISONS: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ['-eq', (a, b) => a === b],
  ['-ne', (a, b) => a !== b],
  ['-lt', (a, b) => a < b],
  ['-le', (a, b) => a <= b],
  ['-gt', (a, b) => a > b],
  ['-ge', (a, b) => a >= b],
])

function holds(args: readonly string[], read: Process['read']): boolean {
  const negations = args.findIndex((arg) => arg !== '!')
  if (negations > 0) return holds(args.slice(negations), read) === (negations % 2 === 0)
  const [first = '', second = '', third = ''] = args
  if (args.length <= 1) return first !== ''
  if (args.length === 2) {
    if (first === '-n') return second !== ''
    if (first === '-z') return second === ''
    if (first === '-f' || first === '-e') return read(second) !== undefined
    if (first === '-s') return (read(second) ?? '') !== ''
    throw new NotModelled(`test ${first}`)
  }
  if (args.length > 3) throw new NotModelled('test')
  if (second === '=' || second === '==') return first === third
  if (second === '!=') return first !== third
  const compare = COMPARISONS.get(second)
  if (compare === undefined) throw new NotModelled(`test ${second}`)
  return compare(numberOfText(first), numberOfText(third))
}

const test: Program = ({ args, read }) => (holds(args, read) ? 0 : 1)

const bracket: Program = ({ args, read }) => {
  if (args.at(-1) !== ']') throw new NotModelled('[')
  return holds(args.slice(0, -1), read) ? 0 : 1
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const date: Program = ({ args, now, print }) => {
  if (args.some((arg) => arg !== '-u')) throw new NotModelled('date')
  const time = new Date(now())
  const [day = '', month = ''] = [DAYS[time.getUTCDay()], MONTHS[time.getUTCMonth()]]
  const clock = time.toISOString().slice(11, 19)
  print(`${day} ${month} ${String(time.getUTCDate()).padStart(2)} ${clock} UTC ${time.getUTCFullYear()}\n`)
  return 0
}

const tail: Program = ({ args, read, print, wait }) => {
  const file = args.at(-1) ?? ''
  if (!args.some((arg) => arg === '-f' || arg === '-F')) throw new NotModelled('tail')
  if (file !== '/dev/null') print(read(file) ?? '')
  wait(Infinity)
  return 0
}

const exitsWith =
  (status: number): Program =>
  () =>
    status

/** The programs that the model of commands runs. */
export const PROGRAMS: ReadonlyMap<string, Program> = new Map<string, Program>([
  ['sleep', sleep],
  ['true', exitsWith(0)],
  [':', exitsWith(0)],
  ['false', exitsWith(1)],
  ['echo', echo],
  ['printf', printf],
  ['cat', cat],
  ['touch', touch],
  ['rm', rm],
  ['mkdir', exitsWith(0)],
  ['sync', exitsWith(0)],
  ['env', environment],
  ['printenv', printenv],
  ['test', test],
  ['[', bracket],
  ['date', date],
  ['tail', tail],
  ['hostname', ({ hostname, print }) => (print(`${hostname}\n`), 0)],
  ['/agnhost', agnhost],
  ['/agnhost-2', agnhost],
  ['pwd', ({ folder, print }) => (print(`${folder}\n`), 0)],
])
