import { describe, expect, it } from 'vitest'
import type { Route } from './route.ts'
import { formatRoute, isStep, parseRoute } from './route.ts'

const web = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop', name: 'web' }

describe('route', () => {
  it.each<[Route, string]>([
    [{}, ''],
    [{ cluster: 'c1' }, '?cluster=c1'],
    [
      { cluster: 'c1', place: { kind: 'file', name: 'my shop & co.yaml' } },
      '?cluster=c1&file=my%20shop%20%26%20co.yaml',
    ],
    [{ place: { kind: 'collection', at: { ...web, namespace: '', name: '' } } }, '?at=/apis/apps/v1/deployments'],
    [
      { cluster: 'c1', place: { kind: 'object', at: web, section: 'yaml' } },
      '?cluster=c1&at=/apis/apps/v1/namespaces/shop/deployments/web',
    ],
    [
      { cluster: 'c1', place: { kind: 'object', at: web, section: 'events' } },
      '?cluster=c1&at=/apis/apps/v1/namespaces/shop/deployments/web&show=events',
    ],
    [{ cluster: 'c1', place: { kind: 'examples', id: 'guestbook' } }, '?cluster=c1&example=guestbook'],
    [{ place: { kind: 'examples', id: '' } }, '?example='],
    [{ place: { kind: 'catalogue' } }, '?catalogue='],
    [{ place: { kind: 'lab', id: 'cel' } }, '?lab=cel'],
    [{ cluster: 'c1', place: { kind: 'map', namespace: 'shop' } }, '?cluster=c1&map=shop'],
  ])('is written and read back', (route, search) => {
    expect(formatRoute(route)).toBe(search)
    expect(parseRoute(search)).toEqual(route)
  })

  it('reads the dialect and ignores an unknown one', () => {
    expect(parseRoute('?dialect=k8s').dialect).toBe('k8s')
    expect(parseRoute('?dialect=toString').dialect).toBeUndefined()
  })

  it('ignores unknown parameters and values', () => {
    expect(parseRoute('?cluster=c1&at=/nonsense&show=yaml')).toEqual({ cluster: 'c1' })
    expect(parseRoute('?at=/api/v1/namespaces/shop&show=dance').place).toMatchObject({
      kind: 'object',
      section: 'yaml',
    })
  })

  it('adds a history entry, unless the first address names no cluster or only the view of an object changed', () => {
    const yaml = parseRoute('?cluster=c1&at=/api/v1/namespaces/shop')
    expect(isStep({}, yaml)).toBe(false)
    expect(isStep(yaml, parseRoute('?cluster=c1&at=/api/v1/namespaces/shop&show=events'))).toBe(false)
    expect(isStep(yaml, parseRoute('?cluster=c2&at=/api/v1/namespaces/shop'))).toBe(true)
    expect(isStep(yaml, parseRoute('?cluster=c1&at=/api/v1/namespaces'))).toBe(true)
  })
})
