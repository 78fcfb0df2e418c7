import { describe, expect, it } from 'vitest'
import type { Output } from '../shell/shell.ts'
import { LIMITS } from '../contracts/embed-protocol.ts'
import { ShellRuns } from './shell-runs.ts'

/** A shell whose lines end when the test ends them. */
function controlled() {
  const begun: string[] = []
  const ends = new Map<string, (code: number) => void>()
  const outputs = new Map<string, Output>()
  const runs = new ShellRuns({
    run(line, output) {
      begun.push(line)
      outputs.set(line, output)
      return new Promise((resolve, reject) => {
        ends.set(line, resolve)
        output.signal.addEventListener('abort', () => reject(output.signal.reason))
      })
    },
  })
  return { runs, begun, ends, outputs }
}

const open = new AbortController().signal

describe('lines of the embedding page', () => {
  it('return both outputs and the exit code', async () => {
    const { runs, ends, outputs } = controlled()
    const result = runs.run('kubectl get x', 80, open)
    outputs.get('kubectl get x')?.stdout('a')
    outputs.get('kubectl get x')?.stderr('b')
    ends.get('kubectl get x')?.(1)
    expect(await result).toEqual({ stdout: 'a', stderr: 'b', code: 1 })
  })

  it('run side by side when they are simple commands of the client', async () => {
    const { runs, begun, ends } = controlled()
    void runs.run('kubectl get pods -w', 80, open).catch(() => undefined)
    const second = runs.run('kubectl get ns', 80, open)
    expect(begun).toEqual(['kubectl get pods -w', 'kubectl get ns'])
    ends.get('kubectl get ns')?.(0)
    expect((await second).code).toBe(0)
  })

  it('run one after the other when they need the shell, even after a failed one', async () => {
    const { runs, begun, ends } = controlled()
    const stopper = new AbortController()
    const first = runs.run('cat a | wc', 80, stopper.signal)
    const second = runs.run('cd shop', 80, open)
    await Promise.resolve()
    expect(begun).toEqual(['cat a | wc'])
    stopper.abort(new Error('no longer wanted'))
    await expect(first).rejects.toThrow('no longer wanted')
    await expect.poll(() => begun).toEqual(['cat a | wc', 'cd shop'])
    ends.get('cd shop')?.(0)
    expect((await second).code).toBe(0)
  })

  it('end when they print too much', async () => {
    const { runs, outputs } = controlled()
    const result = runs.run('kubectl logs a -f', 80, open)
    outputs.get('kubectl logs a -f')?.stdout('x'.repeat(LIMITS.output + 1))
    await expect(result).rejects.toThrow(`more than ${LIMITS.output} characters`)
  })
})
