import type { CompoundBody, Script, Word } from './script.ts'
import type { ExpansionContext } from './expansion.ts'
import { expandText, marked } from './expansion.ts'
import { ControlFlow } from './control-flow.ts'
import { patternOf } from './patterns.ts'
import type { Streams } from './process.ts'
import type { ShellState } from './shell-state.ts'

/** The methods of a shell that groups, conditions and loops call. */
export interface Shell {
  readonly state: ShellState
  script(script: Script, streams: Streams): Promise<number>
  subshell(script: Script, streams: Streams): Promise<number>
  expand(words: readonly Word[], streams: Streams): Promise<readonly string[]>
  expansionContext(streams: Streams): ExpansionContext
  yieldToPage(streams: Streams): Promise<void>
}

export async function runCompound(body: CompoundBody, streams: Streams, shell: Shell): Promise<number> {
  switch (body.kind) {
    case 'group':
      return shell.script(body.script, streams)
    case 'subshell':
      return shell.subshell(body.script, streams)
    case 'if':
      for (const branch of body.branches)
        if ((await condition(branch.condition, streams, shell)) === 0) return scoped(branch.body, streams, shell)
      return body.otherwise === undefined ? 0 : scoped(body.otherwise, streams, shell)
    case 'while':
    case 'until':
      return loop(streams, shell, async () => {
        const held = (await condition(body.condition, streams, shell)) === 0
        return held === (body.kind === 'while') ? body.body : undefined
      })
    case 'for':
      return runFor(body, streams, shell)
    case 'case':
      return runCase(body, streams, shell)
  }
}

function scoped(script: Script, streams: Streams, shell: Shell): Promise<number> {
  shell.state.code = 0
  return shell.script(script, streams)
}

/** Runs a condition. A failed condition does not end the shell, even with `set -e`. */
async function condition(script: Script, streams: Streams, shell: Shell): Promise<number> {
  const stops = shell.state.options.delete('errexit')
  try {
    return await scoped(script, streams, shell)
  } finally {
    if (stops) shell.state.options.add('errexit')
  }
}

async function runFor(body: Extract<CompoundBody, { kind: 'for' }>, streams: Streams, shell: Shell): Promise<number> {
  const words = body.words === undefined ? shell.state.positional : await shell.expand(body.words, streams)
  const left = words.values()
  return loop(streams, shell, () => {
    const { value: word, done } = left.next()
    if (done === true) return Promise.resolve(undefined)
    shell.state.set(body.name, word)
    return Promise.resolve(body.body)
  })
}

/** Runs the bodies that `next` returns, until it returns undefined. */
async function loop(streams: Streams, shell: Shell, next: () => Promise<Script | undefined>): Promise<number> {
  let code = 0
  for (let body = await next(); body !== undefined; body = await next()) {
    await shell.yieldToPage(streams)
    try {
      code = await scoped(body, streams, shell)
    } catch (error) {
      if (!(error instanceof ControlFlow) || (error.kind !== 'break' && error.kind !== 'continue')) throw error
      code = 0
      if (error.count > 1) throw new ControlFlow(error.kind, error.count - 1)
      if (error.kind === 'break') break
    }
  }
  return code
}

async function runCase(
  { subject, cases }: Extract<CompoundBody, { kind: 'case' }>,
  streams: Streams,
  shell: Shell,
): Promise<number> {
  const context = shell.expansionContext(streams)
  const text = await expandText(subject, context)
  for (const { patterns, body } of cases)
    for (const pattern of patterns)
      if (patternOf(await marked(pattern, context)).matches(text)) return scoped(body, streams, shell)
  return 0
}
