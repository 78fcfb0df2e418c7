import { describe, expect, it } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { settingsClock, settingsOptions } from './settings-options.ts'

const read = (...[settings]: [Parameters<typeof settingsOptions>[0]]) => settingsOptions(settings, dialects.k8s)

describe('the settings of a cluster', () => {
  it('become options of its server', () => {
    const options = read({
      featureGates: { WatchList: true },
      flags: {
        'authorization-mode': 'Node,RBAC',
        'disable-admission-plugins': 'LimitRanger',
        'enable-admission-plugins': 'AlwaysPullImages, AlwaysDeny',
        'event-ttl': '10m',
        'runtime-config': 'api/all=true,batch/v1=false',
      },
    })
    expect(options).toMatchObject({
      featureGates: { WatchList: true },
      authorizationModes: ['Node', 'RBAC'],
      admission: { enable: ['AlwaysPullImages', 'AlwaysDeny'], disable: ['LimitRanger'] },
      eventTtl: 600_000,
      runtimeConfig: { 'api/all': true, 'batch/v1': false },
    })
  })

  it.each([
    [{ featureGates: { NoSuchGate: true } }, 'unrecognized feature gate: NoSuchGate'],
    [{ flags: { 'enable-admission-plugins': 'NoSuchPlugin' } }, 'NoSuchPlugin'],
    [
      { flags: { 'authorization-mode': 'Webhook' } },
      'authorization-mode Webhook is unknown; give AlwaysAllow, AlwaysDeny, Node, RBAC, or the address reviews.access',
    ],
    [{ flags: { 'event-ttl': 'soon' } }, 'invalid duration'],
    [{ audit: { kind: 'Policy' } }, 'Give the audit policy'],
  ])('are refused: %o', (settings, message) => {
    expect(() => read(settings)).toThrow(message)
  })

  it('set the start and the speed of the clock, or leave the given clock as it is', () => {
    const below = virtualClock(0)
    const clock = settingsClock({ startTime: '2026-01-01T00:00:00Z', timeScale: 2 }, below, 0)
    below.advance(1000)
    expect(new Date(clock.now()).toISOString()).toBe('2026-01-01T00:00:02.000Z')
    expect(settingsClock({}, below, 0)).toBe(below)
  })
})
