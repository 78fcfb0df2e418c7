import { expect, it } from 'vitest'
import { dialects } from '../../worker/dialect/dialect.ts'
import { inDialect } from './in-dialect.ts'

const data = {
  fields: { manifest: 'apiVersion: rbac.authorization.k8s.io/v1' },
  rows: [{ signer: 'kubernetes.io/kube-apiserver-client-kubelet' }],
}

it('spells names as the cluster does', () => {
  expect(inDialect(data, dialects.k8s)).toEqual(data)
  expect(inDialect(data, dialects.svc)).toEqual({
    fields: { manifest: 'apiVersion: rbac.authorization.svc.io/v1' },
    rows: [{ signer: dialects.svc.spell('{labels}/{signer}apiserver-client-{agent}') }],
  })
})
