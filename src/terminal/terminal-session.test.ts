import { describe, expect, it } from 'vitest'
import type { RunOutput, Runner } from './runner.ts'
import { TerminalSession } from './terminal-session.ts'

/** A terminal session with a string as its screen. `run` runs its lines, and `options` completes them. */
function sessionWith(
  run: (line: string, output: RunOutput) => Promise<number>,
  options: () => Promise<readonly string[]> = () => Promise.resolve([]),
  { name = 'c', folder = '~' } = {},
) {
  let shown = ''
  const kept: string[][] = []
  const runner: Runner = {
    folder,
    run,
    complete: async (_, cursor) => ({ from: cursor, options: await options() }),
  }
  const session = new TerminalSession({
    screen: { columns: 80, write: (text) => void (shown += text), clear: () => void (shown = '') },
    name,
    history: ['old'],
    load: () => Promise.resolve(runner),
    remember: (history) => void kept.push([...history]),
  })
  session.start()
  // Removes colours and cursor movements. The texts stay in their order.
  const text = (): string => shown.replace(/\p{Cc}\[[0-9;]*[A-Za-z]/gu, '').replace(/\r(?!\n)/g, '|')
  return { session, text, kept, raw: () => shown }
}

const echo = (line: string, output: RunOutput): Promise<number> => {
  output.stdout(`ran ${line}`)
  return Promise.resolve(0)
}

describe('terminal session', () => {
  it('shows no control characters of the names in the prompt, of the typed line and of an error', async () => {
    const { session, raw } = sessionWith(() => Promise.reject(new Error('no \x1b]0;error\x07')), undefined, {
      name: 'c\x1b]0;name\x07\u202e',
      folder: '~/\x1b[5A',
    })
    await session.run('echo \x1b]52;c;ZXZpbA==\x07')
    for (const hostile of ['\x1b]', '\x07', '\u202e', '\x1b[5A']) expect(raw()).not.toContain(hostile)
  })

  it('prompts, runs a line, ends it and prompts again', async () => {
    const { session, text, kept } = sessionWith(echo)
    await session.input('hi\r')
    expect(text()).toContain('ran hi\r\n|c:~$ ')
    expect(kept).toEqual([['old', 'hi']])
  })

  it('waits for the rest of an incomplete line', async () => {
    const { session, text } = sessionWith(echo)
    await session.input("echo 'a\rb'\r")
    expect(text()).toContain("ran echo 'a\r\nb'")
  })

  it('shows the prompt on Ctrl-C and discards later output', async () => {
    let output: RunOutput | undefined
    let started = (): void => undefined
    const running = new Promise<void>((resolve) => (started = resolve))
    const { session, text } = sessionWith((_, given) => {
      output = given
      started()
      return new Promise(() => undefined)
    })
    const typing = session.input('watch\r')
    await running
    await session.input('\x03')
    await typing
    expect(output?.signal.aborted).toBe(true)
    output?.stdout('late')
    expect(text()).toMatch(/\^C\r\n\|c:~\$ \|$/)
  })

  it('runs input that was typed during a command', async () => {
    let end = (): void => undefined
    let started = (): void => undefined
    const running = new Promise<void>((resolve) => (started = resolve))
    const lines: string[] = []
    const { session } = sessionWith((line) => {
      lines.push(line)
      started()
      return lines.length === 1 ? new Promise((resolve) => (end = () => resolve(0))) : Promise.resolve(0)
    })
    const typing = session.input('one\r')
    await running
    await session.input('two\r')
    await session.run('three')
    expect(lines).toEqual(['one'])
    end()
    // The user types while the queued input is processed.
    const more = [...'four\r'].map((character) => session.input(character))
    await Promise.all([typing, ...more])
    expect(lines).toEqual(['one', 'two', 'three', 'four'])
  })

  it('shows the prompt on Ctrl-C during a completion', async () => {
    let asked = (): void => undefined
    const asking = new Promise<void>((resolve) => (asked = resolve))
    const { session, text } = sessionWith(echo, () => {
      asked()
      return new Promise(() => undefined)
    })
    const typing = session.input('get \t')
    await asking
    await session.input('\x03')
    await typing
    await session.input('hi\r')
    expect(text()).toContain('ran hi')
  })

  it('completes a single option, and lists several on the second Tab', async () => {
    const one = sessionWith(echo, () => Promise.resolve(['pods']))
    await one.session.input('get \t')
    expect(one.text()).toContain('$ get pods ')
    const two = sessionWith(echo, () => Promise.resolve(['pods', 'services']))
    await two.session.input('get \t')
    expect(two.text()).not.toContain('services')
    await two.session.input('\t')
    expect(two.text()).toContain('\r\npods      services  \r\n')
  })
})
