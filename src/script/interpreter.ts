import type { Command, CompoundCommand, Item, Pipeline, Script, SimpleCommand, Step, Word } from './script.ts'
import { OtherSyntax, ScriptError, bounded } from './script.ts'
import type { ExpansionContext } from './expansion.ts'
import { expandText, expandWord } from './expansion.ts'
import { matchingPaths } from './file-patterns.ts'
import type { Shell } from './compound.ts'
import { runCompound } from './compound.ts'
import type { Engine } from './engine.ts'
import { BROKEN_PIPE, INTERRUPTED } from './exit-codes.ts'
import { BrokenPipe, ControlFlow } from './control-flow.ts'
import { parseScript } from './parser.ts'
import { pauseFor } from '../../worker/runtime/on-abort.ts'
import type { Process, Streams } from './process.ts'
import { UsageFault } from './process.ts'
import { redirected } from './redirections.ts'
import type { ShellState } from './shell-state.ts'
import { NOWHERE, Pipe, interruptible, sinkTo, textInput } from './streams.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

const MAX_DEPTH = 200

/**
 * Runs scripts in one shell: the main shell, a subshell or a function call. The commands of a pipeline run at the same
 * time and pass each text on at once.
 */
export class Interpreter implements Shell {
  readonly #engine: Engine
  readonly state: ShellState
  readonly #depth: number

  constructor(engine: Engine, state: ShellState, depth = 0) {
    this.#engine = engine
    this.state = state
    this.#depth = depth
  }

  async script({ items }: Script, streams: Streams): Promise<number> {
    for (const item of items) {
      if (item.background) this.#background(item)
      else await this.#steps(item.pipelines, streams)
    }
    return this.state.code
  }

  #background(item: Item): void {
    const inner = this.#inner(this.state.copy())
    this.state.lastJob = this.#engine.options.background(item.text, (streams) =>
      inner.#guarded(async () => {
        await inner.#steps(item.pipelines, streams)
        return inner.state.code
      }, streams),
    )
    this.state.code = 0
  }

  async #steps(steps: readonly Step[], streams: Streams): Promise<void> {
    for (const [index, { when, pipeline }] of steps.entries()) {
      const isWanted = when === 'always' || (this.state.code === 0) === (when === 'success')
      if (!isWanted) continue
      this.state.code = await this.#pipeline(pipeline, streams)
      const decides = index < steps.length - 1 || pipeline.negated
      if (this.state.code !== 0 && !decides && this.state.options.has('errexit'))
        throw new ControlFlow('exit', this.state.code)
    }
  }

  async #pipeline({ negated, stages }: Pipeline, streams: Streams): Promise<number> {
    const code =
      stages.length === 1 && stages[0] !== undefined
        ? await this.#command(stages[0].command, streams)
        : await this.#stages(stages, streams)
    return negated ? Number(code === 0) : code
  }

  async #stages(stages: Pipeline['stages'], streams: Streams): Promise<number> {
    let stdin = streams.stdin
    let previous: Pipe | undefined
    const running = stages.map(async ({ command, errorsToo }, index) => {
      const isLast = index === stages.length - 1
      const broken = new AbortController()
      const signal = AbortSignal.any([streams.signal, broken.signal])
      const pipe = isLast ? undefined : new Pipe(() => broken.abort(new BrokenPipe()))
      const own: Streams = {
        stdin: interruptible(stdin, signal),
        stdout: pipe ?? streams.stdout,
        stderr: errorsToo && pipe !== undefined ? pipe : streams.stderr,
        signal,
      }
      const reader = previous
      if (pipe !== undefined) [stdin, previous] = [pipe, pipe]
      const inner = this.#inner(this.state.copy())
      try {
        return await inner.#guarded(() => inner.#command(command, own), own)
      } finally {
        pipe?.end()
        reader?.close()
      }
    })
    const codes = await Promise.all(running)
    if (streams.signal.aborted) throw streams.signal.reason
    if (!this.state.options.has('pipefail')) return codes.at(-1) ?? 0
    return codes.findLast((code) => code !== 0) ?? 0
  }

  #inner(state: ShellState): Interpreter {
    return new Interpreter(this.#engine, state, this.#depth + 1)
  }

  /** Runs work as a separate shell does. Returns the exit code, even after an error. */
  async #guarded(work: () => Promise<number>, { signal, stderr }: Streams): Promise<number> {
    try {
      return await this.#engine.separately(work)
    } catch (error) {
      if (signal.aborted) return signal.reason instanceof BrokenPipe ? BROKEN_PIPE : INTERRUPTED
      if (error instanceof ControlFlow) return error.kind === 'exit' || error.kind === 'return' ? error.count : 0
      stderr.write(`bash: ${errorMessage(error)}\n`)
      return 1
    }
  }

  async #command(command: Command, streams: Streams): Promise<number> {
    await this.#engine.yieldToPage(streams)
    if (command.kind === 'function') {
      this.state.functions.set(command.name, command.body)
      return 0
    }
    try {
      return await (command.kind === 'simple' ? this.#simple(command, streams) : this.#redirectedBody(command, streams))
    } catch (error) {
      if (!(error instanceof ScriptError) && !(error instanceof OtherSyntax)) throw error
      streams.stderr.write(
        `bash: ${error.message}${error instanceof OtherSyntax ? ': not inside another command' : ''}\n`,
      )
      return 1
    }
  }

  yieldToPage(streams: Streams): Promise<void> {
    return this.#engine.yieldToPage(streams)
  }

  /** Runs a script in a copy of this shell. Returns its exit code. */
  subshell(script: Script, streams: Streams): Promise<number> {
    const inner = this.#inner(this.state.copy())
    return inner.#guarded(() => inner.script(script, streams), streams)
  }

  async #redirectedBody({ body, redirections }: CompoundCommand, streams: Streams): Promise<number> {
    const opened = await redirected(redirections, streams, this.#opening())
    try {
      return await runCompound(body, opened.streams, this)
    } finally {
      await opened.close()
    }
  }

  #opening() {
    const { files } = this.#engine.options
    return {
      files,
      folder: this.state.folder,
      text: (word: Word) => expandText(word, this.expansionContext(NO_STREAMS)),
      words: (word: Word) => expandWord(word, this.expansionContext(NO_STREAMS)),
    }
  }

  async #simple(command: SimpleCommand, streams: Streams): Promise<number> {
    const context = this.expansionContext(streams)
    const codeBefore = this.state.code
    const expanded = await this.expand(command.words, streams)
    const words = this.#withoutAlias(command, expanded)
    const values: [string, string][] = []
    for (const { name, value, appends } of command.assignments) {
      const text = await expandText(value, context)
      values.push([name, appends ? (this.state.get(name) ?? '') + text : text])
    }
    const opened = await redirected(command.redirections, streams, this.#opening())
    try {
      if (this.state.options.has('xtrace') && words.length > 0) streams.stderr.write(`+ ${words.join(' ')}\n`)
      if (words.length === 0) {
        for (const [name, value] of values) this.state.set(name, value)
        return this.state.code === codeBefore ? 0 : this.state.code
      }
      return await this.state.withVariables(values, () => this.call(words, opened.streams))
    } finally {
      await opened.close()
    }
  }

  /** Replaces an alias by `eval-alias`, which evaluates its text: an alias may contain any syntax. */
  #withoutAlias({ words: [first] }: SimpleCommand, words: readonly string[]): readonly string[] {
    const [part] = first ?? []
    if (first?.length !== 1 || part?.kind !== 'text' || part.quoted) return words
    const alias = this.state.aliases.get(words[0] ?? '')
    return alias === undefined ? words : ['eval-alias', alias, ...words.slice(1)]
  }

  /** Runs the function or the program that the words name. */
  async call(words: readonly string[], streams: Streams): Promise<number> {
    const [name = '', ...rest] = words
    const defined = this.state.functions.get(name)
    if (defined !== undefined) return this.#function(defined, rest, streams)
    if (name === 'eval-alias') return this.#alias(rest, streams)
    const program = this.#engine.options.find(name)
    if (program === undefined) {
      streams.stderr.write(`bash: ${name}: command not found\n`)
      return 127
    }
    try {
      return await program.run(this.#process(name, rest, streams))
    } catch (error) {
      if (streams.signal.aborted || error instanceof ControlFlow || !(error instanceof Error)) throw error
      streams.stderr.write(`${name}: ${error.message}\n`)
      return error instanceof UsageFault ? error.code : 1
    }
  }

  async #alias([alias = '', ...rest]: readonly string[], streams: Streams): Promise<number> {
    const [name = ''] = alias.trim().split(/\s+/)
    const known = this.state.aliases.get(name)
    // Removes the alias during its evaluation, because it may begin with its own name: `alias ls='ls -l'`.
    this.state.aliases.delete(name)
    try {
      const words = rest.map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
      return await this.#evaluate([alias, ...words].join(' '), streams)
    } finally {
      if (known !== undefined) this.state.aliases.set(name, known)
    }
  }

  async #function(body: Command, words: readonly string[], streams: Streams): Promise<number> {
    if (this.#depth > MAX_DEPTH) throw new ScriptError('maximum function nesting level exceeded')
    const { positional } = this.state
    this.state.positional = words
    try {
      return await this.#inner(this.state).#command(body, streams)
    } catch (error) {
      if (error instanceof ControlFlow && error.kind === 'return') return error.count
      throw error
    } finally {
      this.state.positional = positional
    }
  }

  #process(name: string, words: readonly string[], streams: Streams): Process {
    const { files, columns, after } = this.#engine.options
    return {
      ...streams,
      name,
      words,
      state: this.state,
      files,
      columns: columns(),
      run: (given, own) => this.call(given, { ...streams, ...own }),
      evaluate: (text, own) => this.#evaluate(text, { ...streams, ...own }),
      pause: (milliseconds) => pauseFor(milliseconds, after, streams.signal),
    }
  }

  async #evaluate(text: string, streams: Streams): Promise<number> {
    if (this.#depth > MAX_DEPTH) throw new ScriptError('maximum eval nesting level exceeded')
    return this.#inner(this.state).script(parseScript(text), streams)
  }

  async expand(words: readonly Word[], streams: Streams): Promise<readonly string[]> {
    const all: string[] = []
    for (const word of words)
      for (const field of await expandWord(word, this.expansionContext(streams))) all.push(field)
    return all
  }

  expansionContext(streams: Streams): ExpansionContext {
    const state = this.state
    const { files, home } = this.#engine.options
    return {
      get: (name) => state.get(name),
      set: (name, value) => state.set(name, value),
      positional: state.positional,
      home,
      strict: state.options.has('nounset'),
      output: async (script) => {
        let text = ''
        state.code = await this.subshell(script, {
          ...streams,
          stdout: sinkTo((more) => void (text = bounded(text + more))),
        })
        if (streams.signal.aborted) throw streams.signal.reason
        return text
      },
      paths: (pattern) => matchingPaths(pattern, state.folder, files),
    }
  }
}

const NO_STREAMS: Streams = {
  stdin: textInput(''),
  stdout: NOWHERE,
  stderr: NOWHERE,
  signal: new AbortController().signal,
}
