import { describe, expect, it } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import { buildCatalog } from './catalog.ts'
import { traits } from './traits.ts'
import { firstKinds } from './first-kinds.ts'
import { kinds } from './kinds.ts'

const all = { 'api/all': true }
const catalog = buildCatalog({ dialect: dialects.k8s })

describe('buildCatalog', () => {
  it('has the traits of a kind at once, and its behaviour after it is resolved', async () => {
    const { resource } = catalog.find('', 'v1', 'events') ?? expect.fail('events are served')
    expect(resource.traits.uncached).toBe(true)
    const resolving = catalog.resolve(resource)
    expect(resolving).toBeInstanceOf(Promise)
    const resolved = await resolving
    expect(resolved.behaviour).toMatchObject({ uncached: true, validate: expect.any(Function) as unknown })
    expect(catalog.resolve(resource)).toBe(resolved)
    expect(catalog.resolve(resolved)).toBe(resolved)
  })

  it('resolves a kind with the members that are loaded separately', async () => {
    const facts = catalog.stored('apiextensions.k8s.io/customresourcedefinitions') ?? expect.fail('not served')
    const { behaviour } = await catalog.resolve(facts)
    expect(behaviour.defaults.get('v1')).toBeTypeOf('function')
    expect(behaviour.emptied).toBeDefined()
  })

  it.each([
    ['', 'namespaces'],
    ['authentication.k8s.io', 'tokenreviews'],
  ])('resolves %s %s without loading', (group, name) => {
    const found = catalog.find(group, 'v1', name)
    expect(found && catalog.resolve(found.resource)).toMatchObject({ name, behaviour: {} })
  })

  it('spells names in the dialect', () => {
    expect(catalog.find('rbac.authorization.k8s.io', 'v1', 'roles')?.version.apiVersion).toBe(
      'rbac.authorization.k8s.io/v1',
    )
    const svc = buildCatalog({ dialect: dialects.svc })
    expect(svc.find('rbac.authorization.svc.io', 'v1', 'roles')?.resource.storage).toBe(
      'rbac.authorization.svc.io/roles',
    )
    expect(svc.find('rbac.authorization.k8s.io', 'v1', 'roles')).toBeUndefined()
  })

  it('applies runtime-config, in which more exact keys win', () => {
    const alpha = 'certificates.k8s.io/v1alpha1'
    expect(catalog.find('certificates.k8s.io', 'v1alpha1', 'clustertrustbundles')).toBeUndefined()
    const served = (runtimeConfig: Record<string, boolean>) =>
      buildCatalog({ dialect: dialects.k8s, runtimeConfig }).find(
        'certificates.k8s.io',
        'v1alpha1',
        'clustertrustbundles',
      ) !== undefined
    expect(served({ 'api/all': true })).toBe(true)
    expect(served({ 'api/alpha': true })).toBe(true)
    expect(served({ 'api/all': true, [alpha]: false })).toBe(false)
    expect(served({ [alpha]: false, [`${alpha}/clustertrustbundles`]: true })).toBe(true)
  })

  it('stores the events of both groups under one name', () => {
    const core = catalog.find('', 'v1', 'events')
    const own = catalog.find('events.k8s.io', 'v1', 'events')
    expect(own?.resource.storage).toBe(core?.resource.storage)
    expect(own?.resource.storageVersion.apiVersion).toBe('v1')
    const stored = { kind: 'Event', apiVersion: 'v1', message: 'm', involvedObject: { name: 'p' } }
    const shown = own?.version.convert?.fromStorage(stored)
    expect(shown).toMatchObject({ note: 'm', regarding: { name: 'p' } })
    expect(own?.version.convert?.toStorage(shown ?? {})).toEqual(stored)
  })

  it('finds resources by storage name and by kind, and lists the core group first', () => {
    expect(catalog.stored('apps/deployments')?.kind).toBe('Deployment')
    expect(catalog.byKind({ group: 'apps', version: 'v1', kind: 'Deployment' })?.resource.name).toBe('deployments')
    expect(catalog.groups()[0]).toEqual({ group: '', versions: ['v1'] })
  })

  it('finds a version again after resources were published', async () => {
    const open = buildCatalog({ dialect: dialects.k8s })
    const { resource: pods } = open.find('', 'v1', 'pods') ?? expect.fail('pods are served')
    const whole = await open.resolve(pods)
    const versions = whole.versions.map((version) => ({ ...version, apiVersion: 'example.com/v1' }))
    expect(open.find('example.com', 'v1', 'widgets')).toBeUndefined()
    open.publish([{ ...whole, group: 'example.com', name: 'widgets', storage: 'example.com/widgets', versions }])
    expect(open.find('example.com', 'v1', 'widgets')?.resource.name).toBe('widgets')
    expect(open.find('', 'v1', 'pods')?.resource).toBe(pods)
    open.publish([])
    expect(open.find('example.com', 'v1', 'widgets')).toBeUndefined()
  })

  it('has a resource for every trait and every kind file', () => {
    const known = new Set(
      buildCatalog({ dialect: dialects.k8s, runtimeConfig: all })
        .all()
        .map(({ group, name }) => (group === '' ? name : `${group}/${name}`)),
    )
    const named = [...traits.keys(), ...[...firstKinds, ...kinds].map(({ resource }) => resource)].map(
      dialects.k8s.spell,
    )
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })
})
