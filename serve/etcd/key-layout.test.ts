import { describe, expect, it } from 'vitest'
import { firstLayout, layoutLikeKube } from './key-layout.ts'

const paths = new Map([
  ['pods', 'pods'],
  ['nodes', 'minions'],
  ['namespaces', 'namespaces'],
  ['services', 'services/specs'],
  ['endpoints', 'services/endpoints'],
  ['apps/deployments', 'deployments'],
  ['apiregistration.k8s.io/apiservices', 'apiregistration.k8s.io/apiservices'],
])

describe('the layout of kube-apiserver', () => {
  const layout = layoutLikeKube({
    pathOf: (resource) => paths.get(resource),
    resourceAt: (path) => [...paths].find(([, one]) => one === path)?.[0],
  })

  it.each([
    ['pods/default/web', 'pods/default/web'],
    ['nodes//node-1', 'minions/node-1'],
    ['namespaces//services', 'namespaces/services'],
    ['services/default/kubernetes', 'services/specs/default/kubernetes'],
    ['endpoints/specs/web', 'services/endpoints/specs/web'],
    ['apps/deployments/default/web', 'deployments/default/web'],
    ['apiregistration.k8s.io/apiservices//v1.', 'apiregistration.k8s.io/apiservices/v1.'],
    ['example.com/widgets/default/one', 'example.com/widgets/default/one'],
    ['example.com/widgets//one', 'example.com/widgets/one'],
    ['networking.k8s.io/pods/default/one', 'networking.k8s.io/pods/default/one'],
    ['tokenkeys//service-accounts', 'tokenkeys//service-accounts'],
  ])('puts %s at %s', (logKey, place) => {
    expect(layout.placeOf(logKey)).toBe(place)
    expect(layout.logKeyAt(place)).toBe(logKey)
  })

  it.each([
    'head',
    'pods',
    'pods/',
    'pods//',
    'pods/a/b/c',
    'services/specs',
    'example.com/widgets',
    'a//b/c',
    'x//',
    '//x',
    '',
  ])('has no object at %j', (place) => {
    expect(layout.logKeyAt(place)).toBeUndefined()
  })
})

it('has the log keys as places in the first form', () => {
  const layout = firstLayout()
  expect(layout.placeOf('nodes//node-1')).toBe('nodes//node-1')
  expect(layout.logKeyAt('nodes//node-1')).toBe('nodes//node-1')
  expect(layout.logKeyAt('head')).toBeUndefined()
})
