import { expect, test } from 'vitest'
import { run } from './command-line.fixture.ts'

test.each(['cordon', 'uncordon', 'drain'])('%s refuses an empty selector without a node', async (command) => {
  const { stderr } = await run([command, '--selector='], {}, 'k8s')
  expect(stderr).toContain('error: You must provide one or more resources by argument or filename.\n')
})

test('an empty selector beside a node is like none', async () => {
  const { stderr } = await run(['cordon', 'n', '--selector='], {}, 'k8s')
  expect(stderr).not.toContain('cannot specify both')
  expect((await run(['cordon', 'n', '--selector=a=b'], {}, 'k8s')).stderr).toContain('cannot specify both')
})
