import { describe, expect, it } from 'vitest'
import { readFeatureGates } from './feature-gates.ts'

const fault = (...pairs: string[]) => {
  try {
    readFeatureGates(pairs)
    return ''
  } catch (error) {
    return String(error)
  }
}
const says = (pairs: string, why: string): string =>
  `FlagError: invalid argument "${pairs}" for "--feature-gates" flag: ${why}`

describe('feature gates', () => {
  it('switch alpha and beta features', () => {
    const read = readFeatureGates(['WatchList=true', 'APIResponseCompression=false'])
    expect(read).toEqual({ gates: { WatchList: true, APIResponseCompression: false }, warnings: [] })
  })

  it('cannot switch off locked features, and warn of gates to be removed', () => {
    const locked = 'cannot set feature gate ServerSideApply to false, feature is locked to true'
    expect(fault('ServerSideApply=false')).toBe(says('ServerSideApply=false', locked))
    expect(readFeatureGates(['ServerSideApply=true', 'KMSv1=true', 'ExecProbeTimeout=false']).warnings).toEqual([
      'Setting GA feature gate ServerSideApply=true. It will be removed in a future release.',
      'Setting deprecated feature gate KMSv1=true. It will be removed in a future release.',
      'Setting GA feature gate ExecProbeTimeout=false. It will be removed in a future release.',
    ])
  })

  it('refuse removed and unknown gates and values other than booleans', () => {
    expect(fault('PodSecurity=true')).toBe(says('PodSecurity=true', 'unrecognized feature gate: PodSecurity'))
    expect(fault('WatchList')).toBe(says('WatchList', 'missing bool value for WatchList'))
    const why = 'invalid value of WatchList=x, err: strconv.ParseBool: parsing "x": invalid syntax'
    expect(fault('AllAlpha=true', 'WatchList=x')).toBe(says('AllAlpha=true,WatchList=x', why))
  })

  it('follow AllAlpha unless they are named', () => {
    const { gates } = readFeatureGates(['AllAlpha=true', 'WatchList=false'])
    expect(gates).toMatchObject({ ClusterTrustBundle: true, WatchList: false })
    expect(gates).not.toHaveProperty('SidecarContainers')
  })
})
