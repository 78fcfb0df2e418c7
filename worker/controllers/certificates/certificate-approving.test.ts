import { toBase64 } from '../../runtime/bytes.ts'
import { expect, it, vi } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { makeRequest } from '../../certificates/der-fixture.ts'
import { pemText } from '../../certificates/pem.ts'
import { dialects } from '../../dialect/dialect.ts'
import { certificateApproving } from './certificate-approving.ts'
import { grantsFor, isOfNodeClient } from './node-clients.ts'
import { managed } from '../controller-fixture.ts'
import type { ManagerController } from '../controller.ts'

const REQUESTS = 'certificates.k8s.io/certificatesigningrequests'
const SIGNER = 'kubernetes.io/kube-apiserver-client-kubelet'
const NODE = { '2.5.4.3': 'system:node:n', '2.5.4.10': 'system:nodes' }
const USAGES = ['client auth', 'digital signature', 'key encipherment']

const requestFor = async (subject: Record<string, string>, spec: JsonObject = {}): Promise<ApiObject> => ({
  kind: 'CertificateSigningRequest',
  apiVersion: 'certificates.k8s.io/v1',
  metadata: { name: 'r' },
  spec: {
    request: toBase64(new TextEncoder().encode(pemText('CERTIFICATE REQUEST', await makeRequest(subject)))),
    signerName: SIGNER,
    usages: USAGES,
    ...spec,
  },
})

it('approves a permitted request of a node', async () => {
  const { create, pass, read, report } = await managed([certificateApproving])
  await create(REQUESTS, await requestFor(NODE), '')
  await pass(0)
  const message = 'Auto approving kubelet client certificate after SubjectAccessReview.'
  const conditions = [{ type: 'Approved', status: 'True', reason: 'AutoApproved', message }]
  // The access review module is loaded with the first review.
  await vi.waitFor(() => expect(read(REQUESTS, 'r', '')).toMatchObject({ status: { conditions } }))
  expect(report).not.toHaveBeenCalled()
})

it('ignores requests for other signers, and requests that are not for a node', async () => {
  const { create, pass, read } = await managed([certificateApproving])
  await create(REQUESTS, await requestFor(NODE, { signerName: 'kubernetes.io/kube-apiserver-client' }), '')
  await create(REQUESTS, { ...(await requestFor({ '2.5.4.3': 'alice' })), metadata: { name: 's' } }, '')
  await pass(0)
  expect(read(REQUESTS, 'r', '')?.['status']).toEqual({})
  expect(read(REQUESTS, 's', '')?.['status']).toEqual({})
})

it('reviews again with a growing delay until access is granted', async () => {
  const asked: number[] = []
  let isAllowed = false
  const doubtful: ManagerController = {
    ...certificateApproving,
    open: (context) =>
      certificateApproving.open({
        ...context,
        objects: {
          ...context.objects,
          create: (_, review) => {
            asked.push(context.clock.now())
            return Promise.resolve({ ...review, status: { allowed: isAllowed } })
          },
        },
      }),
  }
  const { create, pass, read, clock } = await managed([doubtful])
  const start = clock.now()
  await create(REQUESTS, await requestFor(NODE), '')
  await pass(0)
  for (let i = 0; i < 20; i++) await pass(100)
  expect(asked.map((at) => at - start)).toEqual([0, 200, 600, 1400])
  isAllowed = true
  await pass(2000)
  // `pass` does not await work outside of the event loop: signatures, loads of modules.
  await expect.poll(() => read(REQUESTS, 'r', '')).toMatchObject({ status: { conditions: [{ type: 'Approved' }] } })
})

it('offers one more grant to a node that renews its own certificate', async () => {
  const own = await requestFor(NODE, { username: 'system:node:n' })
  expect(isOfNodeClient(own, dialects.k8s)).toBe(true)
  expect(grantsFor(own).map(({ subresource }) => subresource)).toEqual(['selfnodeclient', 'nodeclient'])
  expect(grantsFor(await requestFor(NODE, { username: 'x' })).map(({ subresource }) => subresource)).toEqual([
    'nodeclient',
  ])
  expect(grantsFor(await requestFor(NODE, { usages: ['server auth'] }))).toEqual([])
})
