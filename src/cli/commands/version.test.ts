import { expect, test } from 'vitest'
import { run } from '../command-line.fixture.ts'

test('reads arguments only when it reads the version of the server', async () => {
  const extra = 'error: extra arguments: [x]\n'
  expect((await run('version x', {}, 'k8s')).stderr).toBe(extra)
  expect((await run('version --client x', {}, 'k8s')).stderr).toBe('')
})
