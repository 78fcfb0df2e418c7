import { describe, expect, it } from 'vitest'
import { claimDiff } from './claim-diff.ts'
import { goDiff } from './go-diff.ts'

const same = (name: string) => ({ name, context: 'nil' })

describe('differences of Go structs', () => {
  it('show a change, two fields on either side and the number of the others', () => {
    const change = { before: ['&false'], after: ['nil'] }
    const fields = [
      same('A'),
      same('B'),
      same('Cc'),
      { name: 'D', context: '', change },
      same('E'),
      same('F'),
      same('G'),
    ]
    expect(goDiff('T', [...fields, same('H')])).toBe(
      [
        '  T{',
        '  \tA:  nil,',
        '  \tB:  nil,',
        '  \tCc: nil,',
        '- \tD:  &false,',
        '+ \tD:  nil,',
        '  \tE:  nil,',
        '  \tF:  nil,',
        '  \t... // 2 identical fields',
        '  }',
        '',
      ].join('\n'),
    )
  })

  it('descend into structs', () => {
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
    expect(claimDiff({ ...spec, resources: { requests: { storage: '500m' } } }, spec)).toBe(
      [
        '  core.PersistentVolumeClaimSpec{',
        '  \tAccessModes: {"ReadWriteOnce"},',
        '  \tSelector:    nil,',
        '  \tResources: core.VolumeResourceRequirements{',
        '  \t\tLimits: nil,',
        '- \t\tRequests: core.ResourceList{',
        '- \t\t\ts"storage": {i: resource.int64Amount{value: 1073741824}, s: "1Gi", Format: "BinarySI"},',
        '- \t\t},',
        '+ \t\tRequests: core.ResourceList{',
        '+ \t\t\ts"storage": {i: resource.int64Amount{value: 500, scale: -3}, s: "500m", Format: "DecimalSI"},',
        '+ \t\t},',
        '  \t},',
        '  \tVolumeName:       "",',
        '  \tStorageClassName: nil,',
        '  \t... // 4 identical fields',
        '  }',
        '',
      ].join('\n'),
    )
  })
})
