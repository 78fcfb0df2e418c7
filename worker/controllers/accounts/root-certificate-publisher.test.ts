import { expect, it, vi } from 'vitest'
import { forbidden } from '../../api/status.ts'
import { managed } from '../controller-fixture.ts'
import { rootCertificatePublisher } from './root-certificate-publisher.ts'
import { CONFIG_MAPS } from '../kinds.ts'

const place = { namespace: 'n', name: 'kube-root-ca.crt' }

it('publishes the authorities in every namespace, and restores them', async () => {
  const { read, create, pass, context, report } = await managed([rootCertificatePublisher])
  const data = (namespace: string) => read('configmaps', place.name, namespace)?.['data']
  const authorities = { 'ca.crt': 'the authorities\n' }
  expect(data('default')).toEqual(authorities)
  await create('namespaces', { metadata: { name: 'n' } }, '')
  await pass(0)
  expect(data('n')).toEqual(authorities)
  const { uid } = read('configmaps', place.name, 'n')?.metadata ?? {}
  await context.objects.patch(CONFIG_MAPS, place, 'merge', {
    metadata: { annotations: { 'kubernetes.io/description': 'mine' } },
    data: { more: 'x' },
  })
  await pass(0)
  expect(data('n')).toEqual(authorities)
  expect(read('configmaps', place.name, 'n')?.metadata).toMatchObject({
    uid,
    annotations: { 'kubernetes.io/description': expect.stringContaining('the kube-apiserver when using') },
  })
  await context.objects.delete(CONFIG_MAPS, place)
  await pass(0)
  expect(data('n')).toEqual(authorities)
  expect(report).not.toHaveBeenCalled()
})

it('repeats a creation that was refused, for example by a quota without a status', async () => {
  const { read, create, pass, context, report } = await managed([rootCertificatePublisher])
  vi.spyOn(context.objects, 'create').mockRejectedValueOnce(
    forbidden({ group: '', resource: 'configmaps' }, '', 'status unknown'),
  )
  await create('namespaces', { metadata: { name: 'n' } }, '')
  await pass(0)
  expect(read('configmaps', place.name, 'n')).toBeUndefined()
  await pass(1000)
  expect(read('configmaps', place.name, 'n')?.['data']).toEqual({ 'ca.crt': 'the authorities\n' })
  expect(report).not.toHaveBeenCalled()
})
