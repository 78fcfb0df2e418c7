import { describe, expect, it } from 'vitest'
import { everything, plain, testCluster } from './verbs-fixture.ts'

describe('a namespace named like a folder', () => {
  it('is an invalid key of the store for reads and writes of objects', async () => {
    const { verbs, target, caller } = await testCluster()
    const get = (resourceVersion: string) =>
      Promise.resolve().then(() => verbs.get(target('configmaps', 'a', '..'), caller, { resourceVersion }))
    await expect(get('')).rejects.toThrow('invalid key: "/configmaps/../a"')
    await expect(get('0')).rejects.toThrow('configmaps "a" not found')
    const change = verbs.update(target('configmaps', 'a', '.'), caller, { metadata: { name: 'a' } }, plain)
    await expect(change).rejects.toThrow('invalid key: "/configmaps/./a"')
    await expect(
      verbs.create(target('configmaps', '', '..'), caller, { metadata: { name: 'a' } }, plain),
    ).rejects.toThrow('Internal error occurred: invalid resource name "..": [may not be \'..\']')
  })

  it('is an invalid key for a list, unless the real server answers from its cache', async () => {
    const { verbs, target, caller } = await testCluster()
    const list = (resource: string, more: Partial<typeof everything>) =>
      verbs.list(target(resource, '', '..'), caller, { ...everything, ...more })
    await expect(list('services', {})).rejects.toThrow('invalid key: "/services/specs/.."')
    await expect(list('services', { fieldSelector: 'metadata.name=a' })).rejects.toThrow(
      'invalid key: "/services/specs/../a"',
    )
    await expect(list('services', { resourceVersion: '1', limit: 1 })).rejects.toThrow('invalid key')
    await expect(list('events', { resourceVersion: '0' })).rejects.toThrow('invalid key: "/events/.."')
    expect([...(await list('services', { resourceVersion: '0', limit: 1 })).items]).toEqual([])
  })
})

describe('a name that cannot be a part of a key', () => {
  it('is refused after the faults of the body', async () => {
    const { verbs, target, caller } = await testCluster()
    const put = (metadata: { readonly name?: string }) =>
      verbs.update(target('configmaps', '.'), caller, { metadata }, plain)
    const invalid = `Name parameter invalid: ".": may not be '.'`
    await expect(put({ name: '.' })).rejects.toThrow(invalid)
    await expect(put({})).rejects.toThrow('was undeterminable: name must be provided')
    const get = (resource: string, subresource?: string) =>
      Promise.resolve().then(() =>
        verbs.get(target(resource, '.', 'default', subresource), caller, { resourceVersion: '' }),
      )
    await expect(get('configmaps')).rejects.toThrow(invalid)
    await expect(get('apps/deployments', 'scale')).rejects.toThrow('deployments/scale.apps "." not found')
  })
})
