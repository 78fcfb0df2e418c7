import { expect, test } from 'vitest'
import { readYaml } from '../../../worker/codec/yaml-reader.ts'
import { run } from '../command-line.fixture.ts'

const user = {
  name: 'u',
  user: { exec: { apiVersion: 'v1', command: 'login', args: ['a'], env: [{ name: 'A', value: 'b' }] } },
}
const kc = JSON.stringify({ apiVersion: 'v1', kind: 'Config', users: [user] })

test.each([
  ['--exec-command=other', { args: null, command: 'other', env: [{ name: 'A', value: 'b' }] }],
  ['--exec-env=A-', { args: null, command: 'login', env: [] }],
])('set-credentials %s replaces the arguments of a credential plugin', async (flags, exec) => {
  const { written } = await run(`config set-credentials u --kubeconfig=kc ${flags}`, {}, 'k8s', { kc })
  const { value } = await readYaml(written.get('kc') ?? '')
  expect(value).toMatchObject({ users: [{ user: { exec } }] })
})
