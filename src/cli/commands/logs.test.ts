import { expect, test } from 'vitest'
import { run } from '../command-line.fixture.ts'

test('refuses --pod-running-timeout=0 without the hint to the help that exec prints', async () => {
  const line = '--pod-running-timeout=0'
  const fault = 'error: --pod-running-timeout must be higher than zero\n'
  expect((await run(`logs p ${line}`, {}, 'k8s')).stderr).toBe(fault)
  expect((await run(`exec p ${line} -- ls`, {}, 'k8s')).stderr).toBe(
    `${fault}See 'kubectl exec -h' for help and examples\n`,
  )
})
