import { describe, expect, it } from 'vitest'
import type { ApiObject, OwnerReference } from '../../api/object.ts'
import type { Attributes } from '../../authorization/authorizer.ts'
import { authorizerOf, contextOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { ownerReferencesPermissionEnforcement } from './owner-references-permission-enforcement.ts'

const owner: OwnerReference = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', blockOwnerDeletion: true }
const owned = (...ownerReferences: OwnerReference[]): ApiObject => ({ metadata: { name: 'o', ownerReferences } })

const run = (allows: (attributes: Attributes) => boolean, object: ApiObject, oldObject?: ApiObject) =>
  runPlugin(
    ownerReferencesPermissionEnforcement(contextOf({ authorizer: authorizerOf(allows) })),
    requestOf(object, { operation: oldObject === undefined ? 'CREATE' : 'UPDATE', oldObject }),
  )

describe('OwnerReferencesPermissionEnforcement', () => {
  it('needs no permission for unchanged owners', async () => {
    await run(() => false, owned())
    await run(() => false, owned(owner), owned(owner))
  })

  it('requires permission to delete the object when an update changes its owners, but not for a create', async () => {
    const { blockOwnerDeletion: _, ...lax } = owner
    await run(({ verb }) => verb === 'delete', owned(lax), owned())
    await run(() => false, owned(lax))
    await expect(run(() => false, owned(lax), owned())).rejects.toThrow(
      "cannot set an ownerRef on a resource you can't delete: , <nil>",
    )
  })

  it('requires permission to update the finalizers of a blocking owner', async () => {
    await run(({ resource, subresource }) => resource === '*' && subresource === 'finalizers', owned(owner))
    await expect(run(() => false, owned(owner))).rejects.toThrow(
      'cannot find RESTMapping for APIVersion v1 Kind Pod: no matches for kind "Pod" in version "v1"',
    )
  })
})
