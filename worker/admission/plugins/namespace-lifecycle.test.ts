import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { dialects } from '../../dialect/dialect.ts'
import { admissionChain } from '../chain.ts'
import type { AdmissionRequest } from '../admission.ts'
import { namespaceLifecycle } from './namespace-lifecycle.ts'

const namespaces: Record<string, ApiObject> = {
  live: { metadata: { name: 'live' } },
  ending: { metadata: { name: 'ending', deletionTimestamp: '2024-05-01T10:00:00Z' } },
}
const lister = { get: (_resource: string, _namespace: string, name: string) => namespaces[name], list: () => [] }
const chain = admissionChain([namespaceLifecycle({ dialect: dialects.k8s, lister })])

const request = (part: Partial<AdmissionRequest>): AdmissionRequest => ({
  operation: 'CREATE',
  resource: { group: 'apps', version: 'v1', resource: 'deployments' },
  subresource: '',
  kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
  namespace: 'live',
  name: 'd',
  user: { username: 'u', uid: '', groups: [], extra: {} },
  dryRun: false,
  object: { metadata: { name: 'd' } },
  oldObject: undefined,
  options: {},
  warn: () => undefined,
  trace: { stage: () => undefined },
  ...part,
})

describe('NamespaceLifecycle', () => {
  it('admits new content in a live namespace only', async () => {
    await expect(chain.mutate(request({}))).resolves.toBeUndefined()
    await expect(chain.mutate(request({ namespace: 'nope' }))).rejects.toThrow('namespaces "nope" not found')
    await expect(chain.mutate(request({ namespace: 'ending' }))).rejects.toMatchObject({
      message:
        'deployments.apps "d" is forbidden: unable to create new content in namespace ending because it is being terminated',
      status: {
        details: {
          name: 'd',
          group: 'apps',
          kind: 'deployments',
          causes: [
            {
              reason: 'NamespaceTerminating',
              message: 'namespace ending is being terminated',
              field: 'metadata.namespace',
            },
          ],
        },
      },
    })
  })

  it('lets updates and access reviews pass', async () => {
    await expect(chain.mutate(request({ operation: 'UPDATE', namespace: 'ending' }))).resolves.toBeUndefined()
    const review = { group: 'authorization.k8s.io', version: 'v1', resource: 'localsubjectaccessreviews' }
    await expect(chain.mutate(request({ resource: review, namespace: 'nope' }))).resolves.toBeUndefined()
  })

  it.each(['default', 'kube-system', 'kube-public'])('never lets %s be deleted', async (name) => {
    const resource = { group: '', version: 'v1', resource: 'namespaces' }
    const deletion = request({ operation: 'DELETE', resource, namespace: name, name, object: undefined })
    await expect(chain.mutate(deletion)).rejects.toThrow(
      `namespaces "${name}" is forbidden: this namespace may not be deleted`,
    )
  })
})
