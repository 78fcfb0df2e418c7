import { numberOfText } from '../../../api/numbers.ts'
import { withoutLineFeeds } from '../../../runtime/line-feeds.ts'
import {
  NotModelled,
  parseScript,
  type Command,
  type List,
  type Part,
  type Redirection,
  type Word,
} from './shell-parser.ts'
import { LONGEST_RUN, type CommandRun, type Start } from './command-run.ts'
import { PROGRAMS } from './programs.ts'
import { Horizon, RunLimits } from './run-limits.ts'
import { arithmeticValue } from './shell-arithmetic.ts'

/** The maximum depth of shells in shells. */
const DEEPEST = 20

class Exit {
  readonly status: number
  constructor(status: number) {
    this.status = status
  }
}

/** Runs a command in the model until `horizon`, in milliseconds after its start. */
export const runCommand = (start: Start, horizon: number): CommandRun => new Shell(start, horizon).run()

const SHELL = /^(?:\/usr)?(?:\/bin\/)?(?:sh|bash|ash|dash)$/

class Shell {
  readonly #start: Start
  readonly #horizon: number
  readonly #limits = new RunLimits()
  readonly #env: Map<string, string>
  readonly #files: Map<string, string>
  readonly #changes: { after: number; files: ReadonlyMap<string, string> }[]
  readonly #output: { after: number; text: string }[] = []
  /** Milliseconds since the start. */
  #after = 0
  #depth = 0
  #status = 0
  /** Whether the shell exits when a command fails (`set -e`). */
  #exitsOnError = false
  /** The outputs that are captured, innermost last; without any, output goes to the log. */
  readonly #captures: string[] = []

  constructor(start: Start, horizon: number) {
    this.#start = start
    this.#horizon = horizon
    this.#env = new Map(start.env)
    this.#files = new Map(start.files)
    this.#changes = [{ after: 0, files: new Map(start.files) }]
  }

  run(): CommandRun {
    const seen = { output: this.#output, files: this.#changes }
    try {
      this.#program(this.#start.argv)
      return { ...seen, isKnown: true, end: { after: this.#after, exitCode: this.#status } }
    } catch (reason) {
      if (reason instanceof Exit)
        return { ...seen, isKnown: true, end: { after: this.#after, exitCode: reason.status } }
      if (reason instanceof Horizon) return { ...seen, isKnown: true }
      if (reason instanceof NotModelled) return { ...seen, isKnown: false }
      throw reason
    }
  }

  #program(argv: readonly string[]): void {
    const [name = '', flag = '', script] = argv
    if (!SHELL.test(name)) {
      this.#status = this.#call(argv)
      return
    }
    if (!/^-[elxu]*c$/.test(flag) || script === undefined) throw new NotModelled(name)
    this.#exitsOnError = flag.includes('e')
    this.#limits.parse(script)
    if (++this.#depth > DEEPEST) throw new NotModelled('deep')
    this.#list(parseScript(script))
    this.#depth--
  }

  #list(list: List, isTested = false): void {
    for (const [index, { when, command }] of list.entries()) {
      if (when === 'succeeded' && this.#status !== 0) continue
      if (when === 'failed' && this.#status === 0) continue
      this.#command(command)
      const next = list[index + 1]?.when ?? 'always'
      if (this.#exitsOnError && !isTested && this.#status !== 0 && next === 'always') throw new Exit(this.#status)
    }
  }

  #command(command: Command): void {
    this.#limits.step()
    switch (command.kind) {
      case 'simple':
        return this.#simple(command)
      case 'group':
        return this.#list(command.body)
      case 'if':
        return this.#choose(command)
      case 'for':
        for (const item of command.items.flatMap((word) => this.#fields(word))) {
          this.#limits.step()
          this.#env.set(command.name, item)
          this.#list(command.body)
        }
        return
      case 'while':
        return this.#loop(command)
    }
  }

  #choose({ test, chosen, otherwise }: Extract<Command, { kind: 'if' }>): void {
    this.#list(test, true)
    if (this.#status === 0) this.#list(chosen)
    else {
      this.#status = 0
      this.#list(otherwise ?? [])
    }
  }

  #loop({ test, isUntil, body }: Extract<Command, { kind: 'while' }>): void {
    for (;;) {
      this.#limits.step()
      this.#list(test, true)
      if ((this.#status === 0) === isUntil) break
      this.#list(body)
    }
    this.#status = 0
  }

  #simple({ assignments, words, output }: Extract<Command, { kind: 'simple' }>): void {
    const argv = words.flatMap((word) => this.#fields(word))
    const before = assignments.map(({ name }) => [name, this.#env.get(name)] as const)
    for (const { name, value } of assignments) this.#env.set(name, this.#text(value))
    this.#redirected(argv, output)
    // An assignment before a program is only for that program.
    if (argv.length === 0) return
    for (const [name, value] of before)
      if (value === undefined) this.#env.delete(name)
      else this.#env.set(name, value)
  }

  #redirected(argv: readonly string[], output: Redirection | undefined): void {
    if (output === undefined) {
      this.#status = argv.length === 0 ? 0 : this.#call(argv)
      return
    }
    const path = this.#text(output.target)
    this.#captures.push('')
    try {
      this.#status = this.#call(argv)
    } finally {
      const text = this.#captures.pop() ?? ''
      if (path === '/dev/stdout' || path === '/dev/stderr' || /^\/proc\/1\/fd\/[12]$/.test(path)) this.#print(text)
      else if (path !== '/dev/null') this.#write(path, `${output.appends ? (this.#read(path) ?? '') : ''}${text}`)
    }
  }

  /** Runs a program or a builtin of the shell, and returns its status. */
  #call(argv: readonly string[]): number {
    const [path = '', ...args] = argv
    const name = path.replace(/^(?:\/usr)?\/bin\//, '')
    if (name === 'exit') throw new Exit(args[0] === undefined ? this.#status : numberOfText(args[0]) & 255)
    if (name === 'exec') return this.#exec(args)
    if (name === 'set') return this.#set(args)
    if (name === 'export') return this.#export(args)
    if (SHELL.test(path)) return this.#nested(argv)
    const program = PROGRAMS.get(name)
    if (program === undefined) throw new NotModelled(path)
    return program({
      path,
      args,
      env: this.#env,
      hostname: this.#start.hostname,
      folder: this.#start.folder,
      now: () => this.#start.startedAt + this.#after,
      read: (file) => this.#read(file),
      mode: (file) => this.#start.modes?.get(file),
      write: (file, text) => this.#write(file, text),
      print: (text) => this.#print(text),
      wait: (ms) => this.#wait(ms),
    })
  }

  #exec(args: readonly string[]): never {
    this.#program(args)
    throw new Exit(this.#status)
  }

  #nested(argv: readonly string[]): number {
    const depth = this.#depth
    try {
      this.#program(argv)
    } catch (reason) {
      if (!(reason instanceof Exit)) throw reason
      this.#depth = depth
      return reason.status
    }
    return this.#status
  }

  #set(args: readonly string[]): number {
    for (const arg of args) {
      if (!/^[-+][eux]+$/.test(arg)) throw new NotModelled('set')
      if (arg.includes('e')) this.#exitsOnError = arg.startsWith('-')
    }
    return 0
  }

  #export(args: readonly string[]): number {
    for (const arg of args) {
      const [, name = '', value] = /^([A-Za-z_]\w*)(?:=([^]*))?$/.exec(arg) ?? []
      if (name === '') throw new NotModelled('export')
      if (value !== undefined) this.#env.set(name, value)
    }
    return 0
  }

  /** The fields of a word. An unquoted variable or command substitution is split at blanks when it is the whole word. */
  #fields(word: Word): string[] {
    const only = word.parts.length === 1 ? word.parts[0] : undefined
    const splits = (only?.kind === 'variable' || only?.kind === 'substitution') && !only.isQuoted
    const text = this.#text(word)
    if (splits) return text.split(/\s+/).filter(Boolean)
    if (text.includes('*') && !word.isQuoted) throw new NotModelled('a pattern')
    return [text]
  }

  #text({ parts }: Word): string {
    const texts = parts.map((part) => {
      const text = this.#part(part)
      this.#limits.expand(text)
      const isWhole = parts.length === 1 || part.kind !== 'variable' || part.isQuoted
      return isWhole ? text : text.split(/\s+/).join(' ')
    })
    return texts.join('')
  }

  #part(part: Part): string {
    if (part.kind === 'text') return part.text
    if (part.kind === 'arithmetic') return String(arithmeticValue(part.text, this.#env))
    if (part.kind === 'substitution') return this.#captured(part.list)
    if (part.name === '?') return String(this.#status)
    if (part.name === '#') return '0'
    return this.#env.get(part.name) ?? ''
  }

  #captured(list: List): string {
    let text = ''
    this.#captures.push('')
    try {
      this.#list(list)
    } finally {
      text = this.#captures.pop() ?? ''
    }
    return withoutLineFeeds(text)
  }

  #wait(ms: number): void {
    if (this.#after + ms > Math.min(this.#horizon, LONGEST_RUN)) throw new Horizon()
    this.#after += ms
  }

  #print(text: string): void {
    this.#limits.print(text)
    const inner = this.#captures.length - 1
    if (inner >= 0) this.#captures[inner] += text
    else if (text !== '') this.#output.push({ after: this.#after, text })
  }

  #read(path: string): string | undefined {
    if (this.#start.files === undefined) throw new NotModelled(path)
    const text = this.#files.get(this.#absolute(path))
    this.#limits.expand(text ?? '')
    return text
  }

  #write(path: string, text: string | undefined): void {
    if (this.#start.files === undefined) throw new NotModelled(path)
    const place = this.#absolute(path)
    if (text === undefined) this.#files.delete(place)
    else this.#files.set(place, text)
    this.#limits.record(this.#files.size)
    this.#changes.push({ after: this.#after, files: new Map(this.#files) })
  }

  #absolute(path: string): string {
    return path.startsWith('/') ? path : `${this.#start.folder.replace(/\/$/, '')}/${path}`
  }
}
