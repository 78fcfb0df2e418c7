import { growth, LINEAR } from '../../../tests/counted-work.ts'
import { describe, expect, it } from 'vitest'
import { goDiff } from './format-diff.ts'

const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
const container = { name: 'c', image: 'i', terminationMessagePath: '/dev/termination-log', imagePullPolicy: 'Always' }

/** Expected texts are answers of kube-apiserver 1.30.14. */
describe('goDiff', () => {
  it('prints nothing for equal values', () => {
    expect(goDiff('PersistentVolumeClaimSpec', claim, claim)).toBe('')
  })

  it('descends into structs, and shows two neighbours and the number of the others', () => {
    const next = { ...claim, resources: { requests: { storage: '500m' } } }
    expect(goDiff('PersistentVolumeClaimSpec', claim, next)).toBe(
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

  describe('of long texts', () => {
    const text = `/var/lib/kubelet/${'abcdefghij'.repeat(5)}`
    const before = { csi: { driver: 'a.b', volumeHandle: text } }
    const changed = (volumeHandle: string): string =>
      goDiff('PersistentVolumeSource', before, { csi: { driver: 'a.b', volumeHandle } })
    const start = '  \t\t\t"/var/lib/kubelet/abcdefghijabcdefghijabcdefghijabcdefghijabcdefg",'

    it('prints the parts around a change', () => {
      expect(changed(text.replace('fgh', 'XYZ'))).toContain(
        [
          '  \t\tVolumeHandle: strings.Join({',
          '  \t\t\t"/var/lib/kubelet/abcde",',
          '- \t\t\t"fgh",',
          '+ \t\t\t"XYZ",',
          '  \t\t\t"ijabcdefghijabcdefghijabcdefghijabcdefghij",',
          '  \t\t}, ""),',
        ].join('\n'),
      )
    })

    it('prints lines of 64 characters', () => {
      expect(changed(`${text}q`)).toContain([start, '  \t\t\t"hij",', '+ \t\t\t"q",', '  \t\t}, ""),'].join('\n'))
      expect(changed(`tab\t${text}`)).toContain(['+ \t\t\t`tab\t`,', start, '  \t\t\t"hij",'].join('\n'))
    })

    it('prints two values when one of them is short in bytes', () => {
      expect(changed('x'.repeat(31))).toContain(`+ \t\tVolumeHandle: "${'x'.repeat(31)}",`)
      expect(changed(`${'x'.repeat(30)}é`)).toContain('  \t\tVolumeHandle: strings.Join({')
    })

    it('breaks lines between bytes, and escapes the bytes of a broken character', () => {
      expect(changed(`${text}${'é'.repeat(31)}`)).toContain(
        [start, '  \t\t\t"hij",', `+ \t\t\t"${'é'.repeat(31)}",`].join('\n'),
      )
      expect(changed(`x${'é'.repeat(40)}`)).toContain(
        `+ \t\t\t"x${'é'.repeat(31)}\\xc3",\n+ \t\t\t"\\xa9${'é'.repeat(8)}",`,
      )
    })

    it('prints the numbers of bytes that are not text', () => {
      expect(goDiff('PodSpec', { hostname: '\x01a'.repeat(40) }, { hostname: `${'\x01a'.repeat(40)}b` })).toContain(
        [
          '  \tHostname: string{',
          '  \t\t... // 48 identical bytes',
          `  \t\t${'0x01, 0x61, '.repeat(8)}//  |${'.a'.repeat(8)}|`,
          `  \t\t${'0x01, 0x61, '.repeat(8)}//  |${'.a'.repeat(8)}|`,
          `+ \t\t0x62,${' '.repeat(91)}// +|b|`,
          '  \t},',
        ].join('\n'),
      )
    })
  })

  describe('of texts with several lines', () => {
    const lines = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', '']
    const changed = (next: readonly string[], before: readonly string[] = lines): string =>
      goDiff('PodSpec', { hostname: before.join('\n') }, { hostname: next.join('\n') })

    it('prints the lines between triple quotes', () => {
      expect(changed(lines.with(6, 'SEVEN'))).toContain(
        [
          '  \tHostname: (',
          '  \t\t"""',
          '  \t\t... // 4 identical lines',
          '  \t\tfive',
          '  \t\tsix',
          '- \t\tseven',
          '+ \t\tSEVEN',
          '  \t\teight',
          '  \t\tnine',
          '  \t\t"""',
          '  \t),',
        ].join('\n'),
      )
    })

    it('quotes lines that differ only by white space, and lines that look like an ellipsis', () => {
      expect(changed(lines.with(6, ' seven'))).toContain(
        ['- \t\t"seven",', '+ \t\t" seven",', '  \t\t"eight",', '  \t\t"nine",', '  \t\t"",', '  \t}, "\\n"),'].join(
          '\n',
        ),
      )
      expect(changed(lines.with(6, '... or'))).toContain('+ \t\t"... or",\n')
    })

    it('prints the lines of a new short text, up to a number', () => {
      const few = changed(['a', 'b', 'c', 'd'], ['x'])
      expect(few).toContain(
        '- \tHostname:         "x",\n+ \tHostname: (\n+ \t\t"""\n+ \t\ta\n+ \t\tb\n+ \t\tc\n+ \t\td\n+ \t\t"""\n+ \t),',
      )
      const many = changed(
        Array.from({ length: 40 }, (_, at) => `line ${at}`),
        ['x'],
      )
      expect(many).toContain('+ \t\tline 30\n+ \t\t... // 9 elided lines\n+ \t\t"""\n')
    })

    it('prints no more changes than a number', () => {
      const every = Array.from({ length: 80 }, (_, at) => `line ${at}`)
      const text = changed(
        every.filter((_, at) => at % 3 !== 0),
        every,
      )
      expect(text).toMatch(/\.\.\. \/\/ \d+ identical and \d+ removed lines\n/)
    })
  })

  it('prints pointers, embedded structs and inserted elements', () => {
    const spec = { ephemeralContainers: [container] }
    const next = { ephemeralContainers: [container, { ...container, name: 'e' }] }
    expect(goDiff('PodSpec', spec, next)).toContain(
      [
        '  \tEphemeralContainers: []core.EphemeralContainer{',
        '  \t\t{EphemeralContainerCommon: {Name: "c", Image: "i", TerminationMessagePath: "/dev/termination-log", ImagePullPolicy: "Always", ...}},',
        '+ \t\t{',
        '+ \t\t\tEphemeralContainerCommon: core.EphemeralContainerCommon{',
        '+ \t\t\t\tName:                   "e",',
        '+ \t\t\t\tImage:                  "i",',
        '+ \t\t\t\tTerminationMessagePath: "/dev/termination-log",',
        '+ \t\t\t\tImagePullPolicy:        "Always",',
        '+ \t\t\t},',
        '+ \t\t},',
        '  \t},',
      ].join('\n'),
    )
    const [path, other] = [{ hostPath: { path: '/x', type: '' } }, { nfs: { server: 's', path: '/y' } }]
    expect(goDiff('PersistentVolumeSource', path, other)).toContain(
      '- \tHostPath:             &core.HostPathVolumeSource{Path: "/x", Type: &""},\n' +
        '+ \tHostPath:             nil,\n',
    )
  })

  it('distinguishes an empty list from none, and prints types by their own text', () => {
    const gates = { readinessGates: [{ conditionType: 'x.io/y' }], overhead: {} }
    expect(goDiff('PodSpec', gates, { ...gates, readinessGates: [] })).toContain(
      '- \tReadinessGates:   []core.PodReadinessGate{{ConditionType: "x.io/y"}},\n' +
        '+ \tReadinessGates:   []core.PodReadinessGate{},\n',
    )
    const spread = { maxSkew: 1, topologyKey: 'z', labelSelector: { matchLabels: { x: 'y' } } }
    expect(goDiff('PodSpec', { topologySpreadConstraints: [spread] }, { topologySpreadConstraints: [] })).toContain(
      's"&LabelSelector{MatchLabels:map[string]string{x: y,},MatchExpressions:[]LabelSelectorRequirement{},}"',
    )
  })

  it('shows a list of thousands of items as two values, in linear time', async () => {
    const volumes = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `v${i}` }))
    const difference = (count: number): void => {
      const text = goDiff('PodSpec', { volumes: volumes(count) }, { volumes: volumes(count - 1) })
      expect(text).toContain('- \t\t{Name: "v0"},')
      expect(text.length).toBeLessThan(10_000)
    }
    expect(await growth(difference, { small: 5000, large: 29_000 })).toBeLessThan(LINEAR)
  })

  it('prints times of conditions', () => {
    const condition = { type: 'Approved', status: 'True', lastUpdateTime: '2024-01-01T00:00:00Z' }
    const next = { ...condition, lastUpdateTime: '2024-01-01T00:00:05Z' }
    const text = goDiff('[]certificates.CertificateSigningRequestCondition', [condition], [next])
    expect(text).toContain('- \t\tLastUpdateTime:     v1.Time{Time: s"2024-01-01 00:00:00 +0000 UTC"},')
    const added = goDiff('[]certificates.CertificateSigningRequestCondition', [], [next])
    expect(added).toContain('+ \t\tLastUpdateTime: s"2024-01-01 00:00:05 +0000 UTC",')
  })

  it('prints unchanged times of metadata, and those behind pointers as texts', () => {
    const claim = (phase: string) => ({
      metadata: { name: 'c', creationTimestamp: '2024-01-01T00:00:00Z', deletionTimestamp: '10000-01-01T00:00:00Z' },
      status: { phase },
    })
    expect(goDiff('*PersistentVolumeClaim', claim('Pending'), claim('Bound'))).toContain(
      'ObjectMeta: {Name: "c", CreationTimestamp: {Time: s"2024-01-01 00:00:00 +0000 UTC"}, DeletionTimestamp: s"10000-01-01 00:00:00 +0000 UTC"},',
    )
  })

  it('prints changed numbers in lines, removed ones first', () => {
    const groups = (...supplementalGroups: number[]) => ({ securityContext: { supplementalGroups } })
    expect(goDiff('PodSpec', groups(3, 4), groups(5, 4, 6))).toContain(
      ['\t\tSupplementalGroups: []int64{', '- \t\t\t3, 4,', '+ \t\t\t5, 4, 6,', '  \t\t},'].join('\n'),
    )
    const many = Array.from({ length: 40 }, (_, at) => at)
    const shown = goDiff('PodSpec', groups(...many), groups(...many, 7))
    expect(shown).toContain('... // 24 identical int64s\n')
    expect(goDiff('PodSpec', groups(3), groups(1))).toContain(
      ['\t\tSupplementalGroups: []int64{', '- \t\t\t3,', '+ \t\t\t1,', '  \t\t},'].join('\n'),
    )
  })

  it('prints the template of a claim as its metadata', () => {
    const claims = { volumes: [{ name: 'e', ephemeral: { volumeClaimTemplate: { spec: claim } } }] }
    const text = goDiff('PodSpec', claims, { volumes: [{ name: 'e', emptyDir: {} }] })
    expect(text).toContain('VolumeClaimTemplate: s"&ObjectMeta{Name:,GenerateName:')
  })
})
