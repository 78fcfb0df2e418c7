import { expect, it, vi } from 'vitest'
import { serve } from './serve.ts'

it('prints the release in the words of kube-apiserver, and starts nothing', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await serve(['--version', '--etcd-servers=http://127.0.0.1:1'])
  expect(log.mock.calls).toEqual([['Kubernetes v1.30.14']])
  log.mockRestore()
})
