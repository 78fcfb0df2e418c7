import { expect, it } from 'vitest'
import type { WatchState } from '../../worker/observability/watch-registry.ts'
import { fitsWatch, sizeText, watchedPlace, watchedText, watcherText } from './watch-words.ts'

const watch = {
  resource: 'deployments',
  group: 'apps',
  namespace: 'shop',
  labelSelector: 'app=web',
  fieldSelector: '',
  controller: '',
  user: 'ada',
  userAgent: 'svcctl/v1.30.0 (linux/amd64)',
} as WatchState

it('names the watched objects and the watcher', () => {
  expect(watchedText(watch)).toBe('deployments.apps in shop, labels app=web')
  expect(watchedPlace({ ...watch, group: '', labelSelector: '' })).toBe(' in shop')
  expect(watcherText(watch)).toBe('svcctl · ada')
  expect(watcherText({ ...watch, controller: 'shared-informers' })).toBe('shared-informers')
})

it('writes sizes with one unit', () => {
  expect([0, 999, 1234, 5_600_000].map(sizeText)).toEqual(['0 B', '999 B', '1.2 kB', '5.6 MB'])
})

it('filters by every word', () => {
  expect(fitsWatch(watch, 'SVCCTL deploy open')).toBe(true)
  expect(fitsWatch({ ...watch, ending: 'the client closed it' }, 'open')).toBe(false)
  expect(fitsWatch(watch, '')).toBe(true)
})
