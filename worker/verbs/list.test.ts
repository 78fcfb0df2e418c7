import { beforeEach, describe, expect, it } from 'vitest'
import type { ListResult } from './verbs.ts'
import type { TestCluster } from './verbs-fixture.ts'
import { configMap, everything, plain, testCluster } from './verbs-fixture.ts'

const names = ({ items }: ListResult): string[] => [...items].map(({ object }) => object.metadata?.name ?? '')

describe('list', () => {
  let cluster: TestCluster
  const list = (options: Partial<typeof everything>, namespace = 'default') =>
    cluster.verbs.list(cluster.target('configmaps', '', namespace), cluster.caller, { ...everything, ...options })

  beforeEach(async () => {
    cluster = await testCluster()
    for (const name of ['c', 'a', 'b'])
      await cluster.create('configmaps', configMap(name, {}, { odd: name < 'b' ? '0' : '1' }))
  })

  it('returns the stored bytes in order of name', async () => {
    const result = await list({})
    expect(names(result)).toEqual(['a', 'b', 'c'])
    expect(result.metadata).toEqual({ resourceVersion: String(cluster.store.revision) })
    const [first] = result.items
    expect(JSON.parse(new TextDecoder().decode(first?.bytes))).toEqual(first?.object)
  })

  it('selects by labels and fields, and refuses unknown fields', async () => {
    expect(names(await list({ labelSelector: 'odd=1' }))).toEqual(['b', 'c'])
    expect(names(await list({ fieldSelector: 'metadata.name!=a,metadata.namespace=default' }))).toEqual(['b', 'c'])
    await expect(list({ fieldSelector: 'bogus=1' })).rejects.toThrow(
      '"bogus" is not a known field selector: only "metadata.name", "metadata.namespace"',
    )
    const pods = cluster.verbs.list(cluster.target('pods'), cluster.caller, { ...everything, fieldSelector: 'x=1' })
    await expect(pods).rejects.toThrow('field label not supported: x')
  })

  it('continues with a token in the snapshot of the first chunk', async () => {
    const first = await list({ limit: 2 })
    expect(names(first)).toEqual(['a', 'b'])
    expect(first.metadata.remainingItemCount).toBe(1)
    const token = first.metadata.continue ?? ''
    expect(JSON.parse(atob(token.replaceAll('-', '+').replaceAll('_', '/')))).toEqual({
      v: 'meta.k8s.io/v1',
      rv: Number(first.metadata.resourceVersion),
      start: 'b\0',
    })
    await cluster.create('configmaps', configMap('d'))
    const rest = await list({ limit: 2, continue: token })
    expect(names(rest)).toEqual(['c'])
    expect(rest.metadata).toEqual({ resourceVersion: first.metadata.resourceVersion })
    await expect(list({ continue: token, resourceVersion: '5' })).rejects.toThrow(
      'specifying resource version is not allowed when using continue',
    )
  })

  it('continues across namespaces', async () => {
    await cluster.create('namespaces', { metadata: { name: 'other' } })
    await cluster.create('configmaps', configMap('z'), 'other')
    const ours = { limit: 3, fieldSelector: 'metadata.namespace!=kube-system' }
    const first = await list(ours, '')
    const rest = await list({ ...ours, continue: first.metadata.continue ?? '' }, '')
    expect([...names(first), ...names(rest)]).toEqual(['a', 'b', 'c', 'z'])
  })

  it('answers 410 with a new token when the snapshot is compacted', async () => {
    const token = (await list({ limit: 1 })).metadata.continue ?? ''
    cluster.clock.advance(6 * 60_000)
    await cluster.create('configmaps', configMap('later'))
    cluster.clock.advance(6 * 60_000)
    const refusal = await (async () => list({ continue: token }))().catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 410, reason: 'Expired' })
    const { status } = refusal as { status: { metadata: { continue: string } } }
    expect(names(await list({ continue: status.metadata.continue }))).toEqual(['b', 'c', 'later'])
  })

  it('reads an exact version, waits for a newer version with a limit of time, and refuses a malformed one', async () => {
    const before = String(cluster.store.revision)
    await cluster.create('configmaps', configMap('d'))
    expect(names(await list({ resourceVersion: before, resourceVersionMatch: 'Exact' }))).toEqual(['a', 'b', 'c'])
    expect(names(await list({ resourceVersion: before }))).toEqual(['a', 'b', 'c', 'd'])
    const waiting = list({ resourceVersion: String(cluster.store.revision + 1) })
    await cluster.create('configmaps', configMap('e'))
    expect(names(await waiting)).toContain('e')
    const never = list({ resourceVersion: '99999' })
    cluster.clock.advance(3000)
    await expect(never).rejects.toMatchObject({ code: 504, status: { details: { retryAfterSeconds: 1 } } })
    const pages = { resourceVersion: '99999', resourceVersionMatch: 'NotOlderThan', limit: 1 }
    const page: unknown = await (async () => list(pages))().catch((error: unknown) => error)
    expect(page).toMatchObject({ code: 504 })
    expect(page).not.toHaveProperty('status.details.retryAfterSeconds')
    await expect(list({ resourceVersion: 'x' })).rejects.toMatchObject({ code: 500 })
    await expect(list({ resourceVersion: 'x', limit: 1 })).rejects.toMatchObject({ code: 400 })
  })

  it('reads events from the store, which waits for no version', async () => {
    const { verbs, target, caller } = cluster
    const events = async (resourceVersion: string) =>
      verbs.list(target('events'), caller, { ...everything, resourceVersion })
    await expect(events('x')).rejects.toMatchObject({ code: 400 })
    const failed: unknown = await events('99999').catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 504, status: { details: { causes: [{}] } } })
    expect(failed).not.toHaveProperty('status.details.retryAfterSeconds')
  })

  it('gets an event from the store, which waits for no version', async () => {
    const { create, verbs, target, caller } = cluster
    const involvedObject = { kind: 'Pod', name: 'p', namespace: 'default' }
    await create('events', { metadata: { name: 'a', namespace: 'default' }, involvedObject })
    const event = async (resourceVersion: string) => verbs.get(target('events', 'a'), caller, { resourceVersion })
    expect((await event('1')).object.metadata?.name).toBe('a')
    await expect(event('x')).rejects.toMatchObject({ code: 400 })
    const failed: unknown = await event('99999').catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 504 })
    expect(failed).not.toHaveProperty('status.details.retryAfterSeconds')
  })

  it('reads events in pages at resourceVersion 0, which other kinds answer whole', async () => {
    const { create, verbs, target, caller } = cluster
    const about = { kind: 'Pod', name: 'p', namespace: 'default' }
    for (const name of ['a', 'b'])
      await create('events', { metadata: { name, namespace: 'default' }, involvedObject: about })
    const page = { ...everything, resourceVersion: '0', limit: 1 }
    const events = await verbs.list(target('events'), caller, page)
    expect([names(events), events.metadata.remainingItemCount]).toEqual([['a'], 1])
    expect(names(await list({ resourceVersion: '0', limit: 1 }))).toEqual(['a', 'b', 'c'])
    expect(names(await list({ resourceVersion: '00', limit: 1 }))).toEqual(['a'])
  })

  it('reads a named object as it is now, also for a page at an older version', async () => {
    const before = { resourceVersion: String(cluster.store.revision), limit: 5 }
    await cluster.create('configmaps', configMap('d'))
    expect(names(await list(before))).toEqual(['a', 'b', 'c'])
    expect(names(await list({ ...before, fieldSelector: 'metadata.name=d' }))).toEqual(['d'])
    const exact = { ...before, resourceVersionMatch: 'Exact', fieldSelector: 'metadata.name=d' }
    expect(names(await list(exact))).toEqual([])
  })

  it('returns the newest state for a get at resourceVersion 0, and throws for a missing object', async () => {
    const { verbs, target, caller } = cluster
    await verbs.update(target('configmaps', 'a'), caller, configMap('a', { k: 'v' }), plain)
    const { object } = await verbs.get(target('configmaps', 'a'), caller, { resourceVersion: '0' })
    expect(object['data']).toEqual({ k: 'v' })
    expect(() => verbs.get(target('configmaps', 'x'), caller, { resourceVersion: '' })).toThrow(
      'configmaps "x" not found',
    )
  })
})
