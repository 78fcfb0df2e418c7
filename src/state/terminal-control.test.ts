import { expect, it } from 'vitest'
import { TerminalCalls } from './terminal-control.ts'

it('loads the terminal for a call, which runs when the terminal has started', () => {
  const calls = new TerminalCalls()
  const seen: string[] = []
  calls.loadWith(() => seen.push('load'))
  calls.run('get pods')
  expect(seen).toEqual(['load'])
  calls.attach({ focus: () => undefined, run: (line) => seen.push(line) })
  calls.run('get nodes')
  expect(seen).toEqual(['load', 'get pods', 'get nodes'])
})

it("loads the terminal for a call that came before the terminal's pane", () => {
  const calls = new TerminalCalls()
  const seen: string[] = []
  calls.focus()
  calls.loadWith(() => seen.push('load'))
  expect(seen).toEqual(['load'])
})
