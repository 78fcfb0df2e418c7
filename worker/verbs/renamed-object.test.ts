import { describe, expect, it } from 'vitest'
import type { AdmissionRequest } from '../admission/admission.ts'
import type { ApiObject, ObjectMeta } from '../api/object.ts'
import { createVerbs } from './create-verbs.ts'
import { deletion, everything, plain, testCluster } from './verbs-fixture.ts'

/** A cluster whose mutating admission changes the metadata of new objects. */
async function renaming(change: (metadata: ObjectMeta) => void) {
  const cluster = await testCluster()
  const { environment, target, caller } = cluster
  const mutate = ({ object, operation }: AdmissionRequest): void => {
    if (operation === 'CREATE') change(object?.metadata ?? {})
  }
  const verbs = createVerbs({ ...environment, admission: { ...environment.admission, mutate } })
  const apply = (name: string) => {
    const config: ApiObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }
    const options = { ...plain, fieldManager: 'm', force: false }
    return verbs.apply(target('configmaps', name), caller, { config, faults: [], fieldValidation: 'Warn' }, options)
  }
  return { ...cluster, verbs, apply }
}

describe('an object that admission renames in an apply', () => {
  it('has the key of the path, by which only single requests find it', async () => {
    const { verbs, apply, target, caller } = await renaming((metadata) => void (metadata.name = 'renamed'))
    const { object, created } = await apply('a')
    expect(created).toBe(true)
    expect(object.metadata?.name).toBe('renamed')
    const get = (name: string) =>
      Promise.resolve().then(() => verbs.get(target('configmaps', name), caller, { resourceVersion: '' }))
    expect((await get('a')).object.metadata?.name).toBe('renamed')
    await expect(get('renamed')).rejects.toThrow('configmaps "renamed" not found')
    await expect(apply('a')).rejects.toThrow('metadata.name: Invalid value: "a": field is immutable')
    await verbs.deleteCollection(target('configmaps'), caller, everything, deletion)
    expect((await get('a')).object.metadata?.name).toBe('renamed')
    await verbs.delete(target('configmaps', 'a'), caller, deletion)
    await expect(get('a')).rejects.toThrow('configmaps "a" not found')
  })

  it('receives no generated name', async () => {
    const { apply } = await renaming((metadata) => {
      delete metadata.name
      metadata.generateName = 'a-'
    })
    await expect(apply('a')).rejects.toThrow('Internal error occurred: metadata.name was not generated')
  })
})
