import { expect, it, vi } from 'vitest'
import { configMap } from '../../verbs/verbs-fixture.ts'
import { managed } from '../controller-fixture.ts'
import { bootstrapSigner } from './bootstrap-signer.ts'
import { bootstrapTokenCleaner } from './bootstrap-token-cleaner.ts'
import { CONFIG_MAPS } from '../kinds.ts'

async function joining() {
  const cluster = await managed([bootstrapSigner, bootstrapTokenCleaner])
  const { create, read } = cluster
  await create('configmaps', configMap('cluster-info', { kubeconfig: 'apiVersion: v1\nkind: Config\n' }), 'kube-public')
  const token = (id: string, more: Record<string, string>) =>
    create(
      'secrets',
      {
        metadata: { name: `bootstrap-token-${id}` },
        type: 'bootstrap.kubernetes.io/token',
        stringData: { 'token-id': id, 'token-secret': '0123456789abcdef', ...more },
      },
      'kube-system',
    )
  const data = () => read('configmaps', 'cluster-info', 'kube-public')?.['data']
  const secret = (id: string) => read('secrets', `bootstrap-token-${id}`, 'kube-system')
  return { ...cluster, token, data, secret }
}

it('signs cluster-info with each token that allows signing', async () => {
  const { token, data, context } = await joining()
  await token('s00001', { 'usage-bootstrap-signing': 'true' })
  await token('s00002', { 'usage-bootstrap-signing': 'false' })
  const content = { kubeconfig: 'apiVersion: v1\nkind: Config\n' }
  await vi.waitFor(() =>
    // A signature of the real signer.
    expect(data()).toEqual({
      ...content,
      'jws-kubeconfig-s00001': 'eyJhbGciOiJIUzI1NiIsImtpZCI6InMwMDAwMSJ9..Ikr4J0nN48t-7wVhWYB8LnUjo039fuXkLnhN61P5HRs',
    }),
  )
  await context.objects.delete(
    { ...CONFIG_MAPS, resource: 'secrets' },
    { namespace: 'kube-system', name: 'bootstrap-token-s00001' },
  )
  await vi.waitFor(() => expect(data()).toEqual(content))
})

it('deletes expired tokens and tokens with an invalid expiration', async () => {
  const { token, secret, pass, report } = await joining()
  await token('aaaaaa', { expiration: '2024-05-01T10:01:00Z' })
  await token('bbbbbb', { expiration: 'soon' })
  await token('cccccc', {})
  await pass(0)
  expect(secret('bbbbbb')).toBeUndefined()
  await pass(59_000)
  expect(secret('aaaaaa')).toBeDefined()
  await pass(2000)
  expect(secret('aaaaaa')).toBeUndefined()
  expect(secret('cccccc')).toBeDefined()
  expect(report).not.toHaveBeenCalled()
})
