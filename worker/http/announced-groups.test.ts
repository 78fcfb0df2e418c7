import { describe, expect, it } from 'vitest'
import { discoveredGroups, unservedAnswer } from './announced-groups.ts'

const announced = (group: string, version: string, groupPriority: number, versionPriority = 10) => ({
  group,
  version,
  groupPriority,
  versionPriority,
  isServedElsewhere: false,
})

describe('a path below an unserved version', () => {
  it('answers 503 when an APIService says that another server serves the version, else 404', () => {
    const away = [{ ...announced('g', 'v1', 1), isServedElsewhere: true }]
    expect(unservedAnswer(away, 'g', 'v1').status).toBe(503)
    expect(unservedAnswer(away, 'g', 'v2').status).toBe(404)
    expect(unservedAnswer([announced('g', 'v1', 1)], 'g', 'v1').status).toBe(404)
  })
})

describe('the groups of /apis', () => {
  it('are ordered by the priority that their APIServices claim', () => {
    const groups = discoveredGroups(
      [],
      [announced('b', 'v1', 10), announced('c', 'v1', 10), announced('a', 'v1', 5), announced('a', 'v2', 20, 5)],
    )
    expect(groups.map(({ group }) => group)).toEqual(['a', 'b', 'c'])
    expect(groups[0]?.versions).toEqual(['v1', 'v2'])
  })

  it('are ordered by the names of their APIServices within one priority', () => {
    const groups = discoveredGroups(
      [],
      [announced('a', 'v1beta1', 1), announced('b', 'v1', 1), announced('b', 'v2', 1)],
    )
    expect(groups.map(({ group }) => group)).toEqual(['b', 'a'])
  })

  it('prefer stable versions among the versions of one priority', () => {
    const [group] = discoveredGroups(
      [],
      ['v1beta1', 'v2alpha1', 'v10', 'v2'].map((v) => announced('g', v, 1)),
    )
    expect(group?.versions).toEqual(['v10', 'v2', 'v1beta1', 'v2alpha1'])
  })

  it('include served groups without an APIService, apiregistration first', () => {
    const served = [
      { group: '', versions: ['v1'] },
      { group: 'registration', versions: ['v1'] },
      { group: 'apps', versions: ['v1'] },
      { group: 'custom', versions: ['v1'] },
    ]
    const groups = discoveredGroups(served, [announced('', 'v1', 100), announced('apps', 'v1', 50)])
    expect(groups.map(({ group }) => group)).toEqual(['registration', 'apps', 'custom'])
  })
})
