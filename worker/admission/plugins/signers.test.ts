import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import type { Authorizer } from '../../authorization/authorizer.ts'
import type { AdmissionPlugin } from '../admission.ts'
import { authorizerOf, contextOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { certificateApproval } from './certificate-approval.ts'
import { certificateSigning } from './certificate-signing.ts'
import { clusterTrustBundleAttest } from './cluster-trust-bundle-attest.ts'

const allowing = (...allowed: string[]): Authorizer =>
  authorizerOf(({ verb, name }) => allowed.includes(`${verb} ${name}`))
const request = (signerName: string, parts: ApiObject = {}): ApiObject => ({
  metadata: { name: 'r' },
  spec: { signerName },
  ...parts,
})
const write = (
  plugin: AdmissionPlugin,
  [resource, subresource = '']: readonly string[],
  object: ApiObject,
  oldObject?: ApiObject,
) =>
  runPlugin(
    plugin,
    requestOf(object, {
      operation: oldObject === undefined ? 'CREATE' : 'UPDATE',
      oldObject,
      subresource,
      resource: { group: 'certificates.k8s.io', version: 'v1', resource: resource ?? '' },
    }),
  )

describe('admission of a change that needs a permission on a signer', () => {
  it('requires `approve` on the signer or its domain', async () => {
    const plugin = certificateApproval(
      contextOf({ authorizer: allowing('approve a.example/x', 'approve b.example/*') }),
    )
    const approve = (signer: string) => {
      const csr = request(signer)
      return write(plugin, ['certificatesigningrequests', 'approval'], csr, csr)
    }
    await approve('a.example/x')
    await approve('b.example/any')
    await expect(approve('a.example/y')).rejects.toThrow(
      'user not permitted to approve requests with signerName "a.example/y"',
    )
  })

  it('requires `sign` when the certificate changes', async () => {
    const plugin = certificateSigning(contextOf({ authorizer: allowing() }))
    const csr = request('a.example/x')
    await write(plugin, ['certificatesigningrequests', 'status'], { ...csr, metadata: { name: 'r' } }, csr)
    const signed = { ...csr, status: { certificate: 'x' } }
    await expect(write(plugin, ['certificatesigningrequests', 'status'], signed, csr)).rejects.toThrow(
      'user not permitted to sign',
    )
  })

  it('requires `attest`, unless only finalizers change or the bundle has no signer', async () => {
    const plugin = clusterTrustBundleAttest(contextOf({ authorizer: allowing() }))
    const bundle = request('a.example/x')
    await write(plugin, ['clustertrustbundles'], { ...bundle, metadata: { name: 'r', finalizers: ['x'] } }, bundle)
    await expect(write(plugin, ['clustertrustbundles'], bundle)).rejects.toThrow('user not permitted to attest')
    await write(plugin, ['clustertrustbundles'], request(''))
  })
})
