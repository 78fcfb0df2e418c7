import { fromBase64, toBase64 } from '../../runtime/bytes.ts'
import { describe, expect, it, vi } from 'vitest'
import { lazy } from '../../api/lazy.ts'
import { makeAuthority } from '../../certificates/authority.ts'
import { readCertificate } from '../../certificates/certificate.ts'
import { findChain } from '../../certificates/chain.ts'
import { makeRequest } from '../../certificates/der-fixture.ts'
import { pemBlocks, pemText } from '../../certificates/pem.ts'
import { testCluster } from '../../verbs/verbs-fixture.ts'
import { certificateSigning } from './certificate-signing.ts'
import { controllerContext } from '../controller-fixture.ts'

const RESOURCE = 'certificates.k8s.io/certificatesigningrequests'
const HOUR = 3_600_000
const encoded = (text: string): string => toBase64(new TextEncoder().encode(text))
const decoded = (base64: string): string => new TextDecoder().decode(fromBase64(base64))

async function signing() {
  const cluster = await testCluster()
  const report = vi.fn()
  const authority = lazy(() => makeAuthority('authority', cluster.clock.now()))
  const controller = certificateSigning(controllerContext(cluster, report, authority))
  await controller.start()
  const { create, verbs, target, caller, store, clock } = cluster
  const stored = () => store.get({ resource: RESOURCE, namespace: '', name: 'r' })?.object
  const status = () => stored()?.['status'] as { certificate?: string; conditions: { type: string; message: string }[] }
  const ask = async (usages: string[], spec: object = {}) => {
    const request = await makeRequest({ '2.5.4.3': 'alice', '2.5.4.10': 'dev' })
    await create(
      RESOURCE,
      {
        kind: 'CertificateSigningRequest',
        apiVersion: 'certificates.k8s.io/v1',
        metadata: { name: 'r' },
        spec: {
          request: encoded(pemText('CERTIFICATE REQUEST', request)),
          signerName: 'kubernetes.io/kube-apiserver-client',
          usages,
          ...spec,
        },
      },
      '',
    )
  }
  const approve = async () => {
    const condition = { type: 'Approved', status: 'True', reason: 'Fine', message: '' }
    const object = { ...stored(), status: { conditions: [condition] } }
    const at = target(RESOURCE, 'r', '')
    const approval = { ...at, subresource: at.version.subresources.get('approval') }
    await verbs.update(approval, caller, object, { dryRun: false, fieldManager: 'test' })
  }
  return { ask, approve, status, authority, clock, report, controller }
}

describe('certificateSigning', () => {
  it('signs approved requests for the requested duration', async () => {
    const { ask, approve, status, authority, clock, report, controller } = await signing()
    await ask(['client auth', 'digital signature'], { expirationSeconds: 3600 })
    expect(status()?.certificate).toBeUndefined()
    await approve()
    await vi.waitFor(() => expect(status().certificate).toBeDefined())
    const [block] = pemBlocks(decoded(status().certificate ?? ''))
    const certificate = readCertificate(block?.bytes ?? new Uint8Array())
    expect(certificate).toMatchObject({
      subject: { commonName: 'alice', organizations: ['dev'] },
      isAuthority: false,
      purposes: ['1.3.6.1.5.5.7.3.2'],
      notBefore: clock.now() - HOUR / 12,
      notAfter: clock.now() + HOUR,
    })
    const [root] = pemBlocks((await authority()).certificate)
    const trust = { authorities: [readCertificate(root?.bytes ?? new Uint8Array())], purpose: '1.3.6.1.5.5.7.3.2' }
    expect(await findChain(certificate, [], trust)).toMatchObject({ notAfter: clock.now() + HOUR })
    expect(report).not.toHaveBeenCalled()
    controller.stop()
  })

  it('writes the reason of a refusal', async () => {
    const { ask, approve, status, controller } = await signing()
    await ask(['client auth', 'server auth'])
    await approve()
    await vi.waitFor(() => expect(status().conditions).toHaveLength(2))
    expect(status().conditions[1]).toMatchObject({
      type: 'Failed',
      message: 'invalid usage for client certificate: server auth',
    })
    controller.stop()
  })
})
